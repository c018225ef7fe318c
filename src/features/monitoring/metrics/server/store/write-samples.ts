import { sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'
import { mergeLateSamples } from './late-samples.ts'
import type { SampleColumns } from './merge-samples.ts'
import { ensurePartitions } from './partitions.ts'
import { locks, windowNumber, windowOf } from './windows.ts'

/**
 * Stores samples in the transaction, once each: those of open windows as rows, late ones in their chunks. Returns the
 * indexes of samples that were not stored because their series has another value at that time.
 */
export async function writeSamples(
  tx: Tx,
  { db, samples, now }: { db: Database; samples: SampleColumns; now: number },
): Promise<number[]> {
  const open = await lockWindows(tx, db, {
    windows: [...new Set(samples.times.map(windowOf))].sort((a, b) => a - b),
    now,
  })
  const late: number[] = []
  const recent: number[] = []
  for (let index = 0; index < samples.times.length; index += 1)
    (open.has(windowOf(samples.times[index]!)) ? recent : late).push(index)
  const conflicts = await insertRecent(tx, samples, recent)
  return late.length === 0 ? conflicts : [...conflicts, ...(await mergeLateSamples(tx, samples, late))]
}

/** The windows that accept rows. They cannot be closed before the transaction ends. */
async function lockWindows(
  tx: Tx,
  db: Database,
  { windows, now }: { windows: readonly number[]; now: number },
): Promise<Set<number>> {
  await sql`select pg_advisory_xact_lock_shared(${locks.window}, n) from unnest(${windows.map(windowNumber)}::int[]) as n`.execute(
    tx,
  )
  const known = await sql<{ at: number; open: boolean }>`
    select starts_ms as at, closed_at is null as open from metric_windows where starts_ms = any(${windows}::bigint[])`.execute(
    tx,
  )
  if (known.rows.length < windows.length) {
    await ensurePartitions(db, now)
    return new Set(windows)
  }
  return new Set(known.rows.filter(({ open }) => open).map(({ at }) => at))
}

async function insertRecent(tx: Tx, samples: SampleColumns, chosen: readonly number[]): Promise<number[]> {
  if (chosen.length === 0) return []
  const given = sql`unnest(${arrayText(samples.series, chosen)}::bigint[], ${arrayText(samples.times, chosen)}::bigint[],
    ${arrayText(samples.values, chosen)}::float8[])`
  const { rows } = await sql<{ stored: number }>`
    with stored as (insert into metric_samples (series_id, at_ms, value) select * from ${given} on conflict do nothing returning 1)
    select count(*) as stored from stored`.execute(tx)
  if (rows[0]!.stored === chosen.length) return []
  const { rows: other } = await sql<{ place: number }>`
    select g.place from ${given} with ordinality as g(series_id, at_ms, value, place)
      join metric_samples s on s.series_id = g.series_id and s.at_ms = g.at_ms where s.value is distinct from g.value`.execute(
    tx,
  )
  return other.map(({ place }) => chosen[place - 1]!)
}

/** An array in PostgreSQL's text form: shorter to make than the driver's, for thousands of numbers. */
function arrayText(column: readonly (number | null)[], chosen: readonly number[]): string {
  return `{${chosen.map((index) => column[index] ?? 'NULL').join(',')}}`
}

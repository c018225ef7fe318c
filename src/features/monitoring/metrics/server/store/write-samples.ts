import { sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'
import { eachInSlices } from '#kit/server/slices.ts'
import { mergeLateSamples } from './late-samples.ts'
import type { SampleColumns } from './merge-samples.ts'
import { ensurePartitions } from './partitions.ts'
import { locks, windowNumber, windowOf } from './windows.ts'

/** Samples of one statement: its text is made in some milliseconds. */
const PART = 20_000

/**
 * Stores samples in the transaction, once each: those of open windows as rows, late ones in their chunks. Returns the
 * indexes of samples that were not stored because their series has another value at that time.
 */
export async function writeSamples(
  tx: Tx,
  { db, samples, now }: { db: Database; samples: SampleColumns; now: number },
): Promise<number[]> {
  const windows = new Set<number>()
  await eachInSlices(samples.times, (at) => {
    windows.add(windowOf(at))
  })
  const open = await lockWindows(tx, db, { windows: [...windows].sort((a, b) => a - b), now })
  const late: number[] = []
  const recent: number[] = []
  await eachInSlices(samples.times, (at, index) => {
    const indexes = open.has(windowOf(at)) ? recent : late
    indexes.push(index)
  })
  const conflicts: number[] = []
  for (let from = 0; from < recent.length; from += PART)
    conflicts.push(...(await insertRecent(tx, samples, recent.slice(from, from + PART))))
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
  const windowRows = await sql<{ at: number; open: boolean }>`
    select starts_ms as at, closed_at is null as open from metric_windows where starts_ms = any(${windows}::bigint[])`.execute(
    tx,
  )
  if (windowRows.rows.length < windows.length) {
    await ensurePartitions(db, now)
    return new Set(windows)
  }
  return new Set(windowRows.rows.filter(({ open }) => open).map(({ at }) => at))
}

async function insertRecent(tx: Tx, samples: SampleColumns, indexes: readonly number[]): Promise<number[]> {
  const rowsSql = sql`unnest(${arrayText(samples.series, indexes)}::bigint[], ${arrayText(samples.times, indexes)}::bigint[],
    ${arrayText(samples.values, indexes)}::float8[])`
  const { rows } = await sql<{ stored: number }>`
    with stored as (insert into metric_samples (series_id, at_ms, value) select * from ${rowsSql} on conflict do nothing returning 1)
    select count(*) as stored from stored`.execute(tx)
  if (rows[0]!.stored === indexes.length) return []
  const { rows: other } = await sql<{ place: number }>`
    select g.place from ${rowsSql} with ordinality as g(series_id, at_ms, value, place)
      join metric_samples s on s.series_id = g.series_id and s.at_ms = g.at_ms where s.value is distinct from g.value`.execute(
    tx,
  )
  return other.map(({ place }) => indexes[place - 1]!)
}

/** An array in PostgreSQL's text form: shorter to make than the driver's, for thousands of numbers. */
function arrayText(column: readonly (number | null)[], indexes: readonly number[]): string {
  return `{${indexes.map((index) => column[index] ?? 'NULL').join(',')}}`
}

import { sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'

const DAY = 1440
/** Samples arrive up to a day late, and a reader looks back a little further. */
const KEPT = DAY + 90
/** What a reader knows is kept after every so many minutes, and after the last few. */
const EVERY = 15
const NEWEST = 5

/** A job that reads the samples of deployments minute by minute, and keeps what it knows after a minute. */
export type SampleReader = {
  readonly name: string
  /** The metrics that it reads. */
  readonly metrics: readonly string[]
  /** Minutes before a sample whose results depend on it too. */
  readonly reach: number
}

/** Where a reader goes on in a deployment. */
export type ReaderPlace<State> = {
  readonly reader: SampleReader
  readonly deployment: number
  /** The first minute with samples that were not read. */
  readonly next: number
  /** The first minute to read, and what is known before it; null at the beginning. */
  readonly from: number
  readonly state: State | null
  readonly version: number
}

/**
 * Where to go on: after the last minute that was read, or before the earliest sample that was written since. The place
 * stays there until `finishMinutes`. Call it before samples are read: those that it does not know of yet mark it again.
 */
export async function claimMinutes<State>(
  db: Database,
  reader: SampleReader,
  { deployment, last }: { deployment: number; last: number },
): Promise<ReaderPlace<State>> {
  const begin = Math.floor((last - DAY) / EVERY) * EVERY
  const own = sql`deployment_id = ${deployment} and reader = ${reader.name}`
  return await inTransaction(db, async (tx) => {
    // Requests hold this row until their samples are stored: what is read after it is free has their samples.
    await sql`select from metric_totals where deployment_id = ${deployment} for update`.execute(tx)
    const insertion = await sql<{ made: boolean }>`
      insert into metric_readers (deployment_id, reader, metrics, next_minute) values (${deployment}, ${reader.name}, ${[...reader.metrics]}::text[], ${begin + 1})
      on conflict (deployment_id, reader) do update set metrics = excluded.metrics where metric_readers.metrics <> excluded.metrics
      returning xmax = 0 as made`.execute(tx)
    if (insertion.rows[0]?.made)
      await sql`insert into metric_reader_states (deployment_id, reader, minute, state) values (${deployment}, ${reader.name}, ${begin}, 'null')`.execute(
        tx,
      )
    const { rows } = await sql<{ next: number; version: number }>`
      update metric_readers set next_minute = least(next_minute, late_minute), late_minute = null,
        version = version + case when late_minute < next_minute then 1 else 0 end
      where ${own} returning next_minute as next, version`.execute(tx)
    const { next, version } = rows[0]!
    const stateRows = await sql<{ minute: number; state: State | null }>`
      select minute, state from metric_reader_states where ${own}
      order by minute < ${next - reader.reach} desc, abs(minute - ${next - reader.reach}) limit 1`.execute(tx)
    const { minute, state } = stateRows.rows[0]!
    return { reader, deployment, next, from: Math.max(minute, last - KEPT) + 1, state, version }
  })
}

/** Whether a reader that reads up to a minute keeps what it knows after an earlier one. */
export function keepsState({ reach }: SampleReader, minute: number, to: number): boolean {
  return minute % EVERY === 0 || (reach === 0 && minute > to - NEWEST)
}

/**
 * Moves a reader behind the minutes that it read, with what it knew after those that `keepsState` names, as JSON. False
 * where another process was faster, or where earlier samples have put it back: nothing may be stored then.
 */
export async function finishMinutes(
  tx: Tx,
  { reader, deployment, from, version }: ReaderPlace<unknown>,
  { to, states }: { to: number; states: ReadonlyMap<number, string> },
): Promise<boolean> {
  const own = sql`deployment_id = ${deployment} and reader = ${reader.name}`
  const update = await sql`
    update metric_readers set next_minute = ${to + 1}, version = version + 1 where ${own} and version = ${version} returning 1`.execute(
    tx,
  )
  if (update.rows.length === 0) return false
  await sql`
    delete from metric_reader_states where ${own}
      and (minute >= ${from} or minute < ${to - KEPT} or (minute % ${EVERY} <> 0 and minute <= ${to - NEWEST}))`.execute(
    tx,
  )
  await sql`
    insert into metric_reader_states (deployment_id, reader, minute, state)
    select ${deployment}, ${reader.name}, g.minute, g.state::jsonb
    from unnest(${[...states.keys()]}::int[], ${[...states.values()]}::text[]) g (minute, state)`.execute(tx)
  return true
}

/** The earliest minute in which samples of a metric of a deployment were written. */
export type WrittenMetric = { readonly deployment: number; readonly metric: string; readonly minute: number }

/** Puts the readers of metrics back to the minutes that were written, in the transaction of the samples. */
export async function markWritten(tx: Tx, writtenMetrics: readonly WrittenMetric[]): Promise<void> {
  const ids = [...new Set(writtenMetrics.map(({ deployment }) => deployment))]
  await sql`select from metric_totals where deployment_id = any(${ids}::bigint[]) order by deployment_id for update`.execute(
    tx,
  )
  await sql`
    update metric_readers r set late_minute = g.minute
    from (
      select k.deployment_id, k.reader, min(w.minute) as minute
      from unnest(${writtenMetrics.map(({ deployment }) => deployment)}::bigint[], ${writtenMetrics.map(({ metric }) => metric)}::text[],
        ${writtenMetrics.map(({ minute }) => minute)}::int[]) w (deployment_id, metric, minute)
        join metric_readers k on k.deployment_id = w.deployment_id and w.metric = any(k.metrics)
          and w.minute > k.next_minute - ${KEPT}
      group by k.deployment_id, k.reader
    ) g
    where r.deployment_id = g.deployment_id and r.reader = g.reader and (r.late_minute is null or r.late_minute > g.minute)`.execute(
    tx,
  )
}

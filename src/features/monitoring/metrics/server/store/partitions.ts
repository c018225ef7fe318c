import { sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { DAY_MS, dayOf, locks, WINDOW_MS, windowOf } from './windows.ts'

/** Days for which samples by the minute are kept. Roll-ups are kept for as long as the account's plan says. */
export const RAW_DAYS = 14
/** The days of roll-ups that one partition of each retention holds. */
const ROLLUP_DAYS = 31
/** The retentions that roll-ups are stored under; each account has the smallest that covers its plan. */
export const retentions = [7, 31, 92, 396] as const

type Range = { readonly name: string; readonly of: string; readonly from: number; readonly to: number }

/** Creates the partitions that are missing around this moment: of the samples, chunks and roll-ups that can be written. */
export async function ensurePartitions(db: Database, now: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(${locks.partitions}, 0)`.execute(tx)
    const windows = range(windowOf(now) - 13 * WINDOW_MS, windowOf(now) + 2 * WINDOW_MS, WINDOW_MS)
    const { rows: newWindows } = await sql<{ at: number }>`
      insert into metric_windows (starts_ms) select unnest(${windows}::bigint[]) on conflict do nothing returning starts_ms as at`.execute(
      tx,
    )
    const days = range(dayOf(now) - RAW_DAYS * DAY_MS, dayOf(now) + DAY_MS, DAY_MS)
    const months = range(monthOf(now - RAW_DAYS * DAY_MS), monthOf(now) + ROLLUP_DAYS * DAY_MS, ROLLUP_DAYS * DAY_MS)
    for (const { at } of newWindows) await createPartition(tx, partitionOf('metric_samples', at, WINDOW_MS))
    for (const at of days) await createPartition(tx, partitionOf('metric_chunks', at, DAY_MS))
    for (const keptDays of retentions)
      for (const at of months)
        await createPartition(tx, partitionOf(`metric_rollups_${keptDays}`, at, ROLLUP_DAYS * DAY_MS))
  })
}

/** Drops the partitions whose retention is over, and what is known of their windows and days. */
export async function dropExpired(db: Database, now: number): Promise<void> {
  await dropBefore(db, 'metric_chunks', { before: now - (RAW_DAYS + 1) * DAY_MS, length: DAY_MS })
  for (const keptDays of retentions)
    await dropBefore(db, `metric_rollups_${keptDays}`, {
      before: now - (keptDays + 1) * DAY_MS,
      length: ROLLUP_DAYS * DAY_MS,
    })
  const oldest = now - (RAW_DAYS + 1) * DAY_MS
  await sql`delete from metric_windows where starts_ms < ${oldest} and packed_at is not null`.execute(db)
  await sql`delete from metric_days where day_ms < ${oldest}`.execute(db)
}

/** Drops the partition of a packed window. */
export async function dropWindow(tx: Tx, startsMs: number): Promise<void> {
  await sql`drop table if exists ${sql.table(`metric_samples_${startsMs}`)}`.execute(tx)
}

async function dropBefore(db: Database, table: string, { before, length }: { before: number; length: number }) {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = ${table}::regclass`.execute(
    db,
  )
  for (const { name } of rows)
    if (Number(name.split('_').at(-1)) + length <= before) await sql`drop table ${sql.table(name)}`.execute(db)
}

function partitionOf(of: string, from: number, length: number): Range {
  return { name: `${of}_${from}`, of, from, to: from + length }
}

async function createPartition(tx: Tx, { name, of, from, to }: Range): Promise<void> {
  const { rows } = await sql`select where to_regclass(${name}) is null`.execute(tx)
  if (rows.length === 0) return
  // Attaching waits for no query on the other partitions, unlike CREATE TABLE … PARTITION OF.
  await sql`create table ${sql.table(name)} (like ${sql.table(of)} including all)`.execute(tx)
  await sql`alter table ${sql.table(of)} attach partition ${sql.table(name)} for values from (${sql.lit(from)}) to (${sql.lit(to)})`.execute(
    tx,
  )
}

function monthOf(at: number): number {
  return Math.floor(at / (ROLLUP_DAYS * DAY_MS)) * ROLLUP_DAYS * DAY_MS
}

function range(from: number, to: number, step: number): number[] {
  return Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index) => from + index * step)
}

import { sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { mapInSlices } from '#kit/server/slices.ts'
import { chunksOf, lockChunks, writeChunks } from './chunk-store.ts'
import { joinSamples, noSamples } from './merge-samples.ts'
import { dropWindow } from './partitions.ts'
import { recentSamples } from './recent-samples.ts'
import { locks, timesOfWindow, WINDOW_MS, windowNumber } from './windows.ts'

/** A window is closed this long after its end: most late samples still arrive as rows. */
const GRACE_MS = 15 * 60_000
/** Series that are packed in one transaction. */
const TOGETHER = 500

/** Closes the windows that are over, packs their samples and drops their rows. Safe to run again after a crash. */
export async function packWindows(db: Database, now: number): Promise<void> {
  const { rows } = await sql<{ at: number }>`
    select starts_ms as at from metric_windows where packed_at is null and starts_ms <= ${now - GRACE_MS - WINDOW_MS} order by starts_ms`.execute(
    db,
  )
  for (const { at } of rows) {
    await closeWindow(db, at)
    for (let last = 0; last >= 0; ) last = await packSome(db, at, last)
    await inTransaction(db, async (tx) => {
      // Dropping waits for queries of the window, and everything else would wait behind it: rather the next run does it.
      await sql`select set_config('lock_timeout', '1000', true)`.execute(tx)
      await dropWindow(tx, at)
      await sql`update metric_windows set packed_at = now() where starts_ms = ${at}`.execute(tx)
    })
  }
}

/** From here on samples of the window are late; those of running requests are waited for. */
async function closeWindow(db: Database, startsMs: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(${locks.window}, ${windowNumber(startsMs)})`.execute(tx)
    await sql`update metric_windows set closed_at = coalesce(closed_at, now()) where starts_ms = ${startsMs}`.execute(
      tx,
    )
  })
}

/** Packs the next series; returns the last one, or -1 after the end. */
async function packSome(db: Database, startsMs: number, after: number): Promise<number> {
  return inTransaction(db, async (tx) => {
    await lockChunks(tx, startsMs)
    const ids = await nextSeries(tx, startsMs, after)
    if (ids.length === 0) return -1
    const window = timesOfWindow(startsMs)
    const chunkOf = await chunksOf(tx, startsMs, ids)
    const recent = await recentSamples(tx, ids, window)
    const packedChunks = await mapInSlices(
      ids,
      (id) => [id, joinSamples([chunkOf(id), recent.get(id) ?? noSamples], window)] as const,
    )
    await writeChunks(tx, startsMs, packedChunks)
    await sql`update metric_series set last_window_ms = ${startsMs} where id = any(${ids}::bigint[])
      and coalesce(last_window_ms, 0) < ${startsMs}`.execute(tx)
    return ids.at(-1)!
  })
}

/** Series with rows in the window, by skipping through its index. */
async function nextSeries(tx: Tx, startsMs: number, after: number): Promise<number[]> {
  const next = (last: string) =>
    sql.raw(`select min(series_id) as id from metric_samples
    where at_ms >= ${startsMs} and at_ms < ${startsMs + WINDOW_MS} and series_id > ${last}`)
  const { rows } = await sql<{ id: number }>`
    with recursive found as ((${next(String(after))}) union all select (${next('found.id')}) from found where found.id is not null)
    select id from found where id is not null limit ${TOGETHER}`.execute(tx)
  return rows.map(({ id }) => id)
}

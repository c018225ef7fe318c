import { sql } from 'kysely'
import type { Database } from '#kit/server/database.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { chunksOf, lockChunks, writeChunks } from './chunk-store.ts'
import { joinSamples } from './merge-samples.ts'
import { ensurePartitions } from './partitions.ts'
import { markWritten, type WrittenMetric } from './sample-reader.ts'
import { WINDOW_MS } from './windows.ts'

/** The samples of a series in order of time. */
type Column = { readonly times: readonly number[]; readonly values: readonly number[] }

/** Writes samples of a past window straight into chunks, by the id of their series; stored samples stay. */
export async function writeHistory(
  db: Database,
  startsMs: number,
  columns: ReadonlyMap<number, Column>,
): Promise<void> {
  await ensurePartitions(db, Date.now())
  await inTransaction(db, async (tx) => {
    await lockChunks(tx, startsMs)
    const storedChunkOf = await chunksOf(tx, startsMs, [...columns.keys()])
    const chunks = [...columns].map(([id, { times, values }]) => {
      const newSamples = { times: Float64Array.from(times), values: Float64Array.from(values), stale: null }
      return [id, joinSamples([storedChunkOf(id), newSamples], { from: startsMs, to: startsMs + WINDOW_MS })] as const
    })
    await writeChunks(tx, startsMs, chunks)
    const { rows } = await sql<WrittenMetric>`
      select distinct deployment_id as deployment, name as metric, ${Math.floor(startsMs / 60_000)}::int as minute
      from metric_series where id = any(${[...columns.keys()]}::bigint[])`.execute(tx)
    await markWritten(tx, rows)
  })
}

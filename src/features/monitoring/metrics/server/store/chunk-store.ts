import { sql } from 'kysely'
import type { Samples } from '#features/monitoring/promql/server/index.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { mapInSlices } from '#kit/server/slices.ts'
import { packChunk, unpackChunk } from './chunk.ts'
import { noSamples } from './merge-samples.ts'
import { locks, windowNumber } from './windows.ts'

/** Locks the chunks of a window until the transaction ends: one process at a time merges into them. */
export async function lockChunks(tx: Tx, startsMs: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${locks.chunks}, ${windowNumber(startsMs)})`.execute(tx)
}

/** The chunks of some series in a window, by the id of the series. */
export async function chunksOf(db: Database | Tx, startsMs: number, series: readonly number[]) {
  const { rows } = await sql<{ id: number; data: Buffer }>`
    select series_id as id, data from metric_chunks where starts_ms = ${startsMs} and series_id = any(${series}::bigint[])`.execute(
    db,
  )
  const chunks = new Map(rows.map(({ id, data }) => [id, data]))
  return (id: number): Samples => {
    const data = chunks.get(id)
    return data ? unpackChunk(data) : noSamples
  }
}

/** Writes chunks of a window in place of those that are there. */
export async function writeChunks(tx: Tx, startsMs: number, chunks: readonly (readonly [id: number, of: Samples])[]) {
  const packedChunks = await mapInSlices(chunks, ([, samples]) => packChunk(samples).toString('base64'))
  await sql`
    insert into metric_chunks (series_id, starts_ms, samples, data)
    select id, ${startsMs}::bigint, samples, decode(data, 'base64') from unnest(${chunks.map(([id]) => id)}::bigint[],
      ${chunks.map(([, { times }]) => times.length)}::int[], ${packedChunks}::text[]) as c(id, samples, data)
    on conflict (series_id, starts_ms) do update set samples = excluded.samples, data = excluded.data`.execute(tx)
}

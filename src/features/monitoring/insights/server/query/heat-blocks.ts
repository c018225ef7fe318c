import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#kit/server/database.ts'
import { JoinedRows } from './joined-rows.ts'
import type { ResultSeries } from './run-query.ts'

/** Steps of a block. */
const STEPS = 24
/** Steps that late samples may still change, and those without values, are calculated again after this time. */
const FRESH_MS = 10 * 60_000
/** Samples arrive up to a day late, and are then merged. */
const SETTLED_MS = 25 * 3_600_000
/** Blocks that were calculated longer ago are deleted, and calculated again when they are needed. */
const KEPT = '30 days'

/** `labels` is a JSON array; `values` has the steps of each series, NaN where a value is missing. */
type Series = { readonly labels: string; readonly values: Float64Array }
type Block = Series & { readonly starts: number; readonly calculated: number; readonly complete: boolean }
type Range = { readonly from: number; readonly to: number; readonly step: number }
/** Which steps of what: `query` is the text whose results are stored. */
export type BlockQuery = Range & { readonly deployment: number; readonly query: string }
type Calculate = (range: Range) => Promise<readonly ResultSeries[]>

/**
 * The series of a query at each step of a range, from stored blocks where they are still right. `calculate` is called
 * with the steps of each of the others.
 */
export async function readInBlocks(
  db: Database,
  blockQuery: BlockQuery,
  calculate: Calculate,
): Promise<ResultSeries[]> {
  const { from, to, step } = blockQuery
  const size = STEPS * step
  const now = Date.now()
  const newest = Math.floor(now / step) * step
  const hash = createHash('sha256').update(`${step} ${blockQuery.query}`).digest()
  const first = Math.floor(from / size) * size
  const blocks = await storedBlocks(db, { ...blockQuery, hash, first })
  const rows = new JoinedRows(Math.floor((to - from) / step) + 1)
  for (let starts = first; starts <= to; starts += size) {
    const ends = Math.min(starts + size - step, newest)
    if (ends < starts) break
    const storedBlock = blocks.find((one) => one.starts === starts)
    const usable =
      storedBlock &&
      (storedBlock.complete || (now - storedBlock.calculated < FRESH_MS && storedBlock.calculated >= ends))
    rows.add(
      usable ? storedBlock : await calculateBlocks(db, { ...blockQuery, hash, starts, ends, now }, calculate),
      (starts - from) / step,
    )
  }
  return rows.withValues()
}

/** Deletes the blocks that were calculated long ago. */
export async function deleteOldBlocks(db: Database): Promise<void> {
  await sql`delete from heat_map_blocks where calculated_at < now() - ${KEPT}::interval`.execute(db)
}

async function storedBlocks(
  db: Database,
  { deployment, hash, first, to }: BlockQuery & { readonly hash: Buffer; readonly first: number },
): Promise<Block[]> {
  const { rows } = await sql<Omit<Block, 'values'> & { values: Buffer }>`
    select starts_ms as starts, (extract(epoch from calculated_at) * 1000)::float8 as calculated, complete, labels, values
    from heat_map_blocks where deployment_id = ${deployment} and query = ${hash} and starts_ms between ${first} and ${to}`.execute(
    db,
  )
  return rows.map(({ values, ...block }) => ({ ...block, values: numbersOf(values) }))
}

async function calculateBlocks(
  db: Database,
  {
    deployment,
    hash,
    starts,
    ends,
    step,
    now,
  }: BlockQuery & { hash: Buffer; starts: number; ends: number; now: number },
  calculate: Calculate,
): Promise<Series> {
  const series = await calculate({ from: starts, to: ends, step })
  const values = new Float64Array(series.length * STEPS).fill(Number.NaN)
  for (const [row, one] of series.entries())
    for (const [index, value] of one.values.entries()) values[row * STEPS + index] = value ?? Number.NaN
  const hasEach = Array.from({ length: STEPS }, (_, index) => series.some((one) => one.values[index] != null))
  const complete = starts + STEPS * step + SETTLED_MS < now && hasEach.every(Boolean)
  const labels = JSON.stringify(series.map((one) => one.labels))
  await sql`
    insert into heat_map_blocks (deployment_id, query, starts_ms, calculated_at, complete, labels, values)
    values (${deployment}, ${hash}, ${starts}, ${new Date(now)}, ${complete}, ${labels}, ${Buffer.from(values.buffer)})
    on conflict (deployment_id, query, starts_ms) do update set calculated_at = excluded.calculated_at,
      complete = excluded.complete, labels = excluded.labels, values = excluded.values`.execute(db)
  return { labels, values }
}

/** The doubles of a column, in memory of their own: those of the driver begin anywhere. */
function numbersOf(column: Buffer): Float64Array {
  return new Float64Array(Uint8Array.from(column).buffer)
}

import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { type LabelSet, labelKey } from '#features/monitoring/promql/server/index.ts'
import type { Database } from '#kit/server/database.ts'
import type { ResultSeries } from './run-query.ts'

/** Steps of a block. */
const STEPS = 24
/** Steps that late samples may still change, and those without values, are calculated again after this time. */
const FRESH_MS = 10 * 60_000
/** Samples arrive up to a day late, and are then merged. */
const SETTLED_MS = 25 * 3_600_000
/** Blocks that were calculated longer ago are deleted, and calculated again when they are needed. */
const KEPT = '30 days'

type Row = readonly [labels: LabelSet, values: readonly (number | null)[]]
type Block = {
  readonly starts: number
  readonly calculated: number
  readonly complete: boolean
  readonly series: Row[]
}
type Range = { readonly from: number; readonly to: number; readonly step: number }
/** Which steps of what: `query` is the text whose results are stored. */
export type BlockQuery = Range & { readonly deployment: number; readonly query: string }
type Calculate = (range: Range) => Promise<readonly ResultSeries[]>

/**
 * The series of a query at each step of a range, from stored blocks where they are still right. `calculate` is called
 * with the steps of each of the others.
 */
export async function readInBlocks(db: Database, given: BlockQuery, calculate: Calculate): Promise<ResultSeries[]> {
  const { from, to, step } = given
  const size = STEPS * step
  const now = Date.now()
  const newest = Math.floor(now / step) * step
  const hash = createHash('sha256').update(`${step} ${given.query}`).digest()
  const first = Math.floor(from / size) * size
  const stored = await storedBlocks(db, { ...given, hash, first })
  const count = Math.floor((to - from) / step) + 1
  const joined = new Map<string, { labels: LabelSet; values: (number | null)[] }>()
  for (let starts = first; starts <= to; starts += size) {
    const ends = Math.min(starts + size - step, newest)
    if (ends < starts) break
    const known = stored.find((one) => one.starts === starts)
    const usable = known && (known.complete || (now - known.calculated < FRESH_MS && known.calculated >= ends))
    const series = usable ? known.series : await calculated(db, { ...given, hash, starts, ends, now }, calculate)
    for (const [labels, values] of series) {
      const key = labelKey(labels)
      const row = joined.get(key) ?? { labels, values: Array.from({ length: count }, () => null) }
      joined.set(key, row)
      for (const [index, value] of values.entries()) {
        const at = (starts + index * step - from) / step
        if (at >= 0 && at < count) row.values[at] = value
      }
    }
  }
  return [...joined.values()].filter(({ values }) => values.some((value) => value !== null))
}

/** Deletes the blocks that were calculated long ago. */
export async function deleteOldBlocks(db: Database): Promise<void> {
  await sql`delete from heat_map_blocks where calculated_at < now() - ${KEPT}::interval`.execute(db)
}

async function storedBlocks(
  db: Database,
  { deployment, hash, first, to }: BlockQuery & { readonly hash: Buffer; readonly first: number },
): Promise<Block[]> {
  const { rows } = await sql<Block>`
    select starts_ms as starts, (extract(epoch from calculated_at) * 1000)::float8 as calculated, complete, series
    from heat_map_blocks where deployment_id = ${deployment} and query = ${hash} and starts_ms between ${first} and ${to}`.execute(
    db,
  )
  return rows
}

async function calculated(
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
): Promise<Row[]> {
  const series = (await calculate({ from: starts, to: ends, step })).map(({ labels, values }): Row => [labels, values])
  const hasEach = Array.from({ length: STEPS }, (_, index) => series.some(([, values]) => values[index] != null))
  const complete = starts + STEPS * step + SETTLED_MS < now && hasEach.every(Boolean)
  await sql`
    insert into heat_map_blocks (deployment_id, query, starts_ms, calculated_at, complete, series)
    values (${deployment}, ${hash}, ${starts}, ${new Date(now)}, ${complete}, ${JSON.stringify(series)}::json)
    on conflict (deployment_id, query, starts_ms) do update set calculated_at = excluded.calculated_at,
      complete = excluded.complete, series = excluded.series`.execute(db)
  return series
}

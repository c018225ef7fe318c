import { metricSource, type QueryScope } from '#features/monitoring/metrics/server/index.ts'
import {
  evaluate,
  type LabelSet,
  type Limits,
  parseQuery,
  QueryError,
  stepsOf,
} from '#features/monitoring/promql/server/index.ts'
import type { Database } from '#kit/server/database.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { mapInSlices } from '#kit/server/slices.ts'
import { analyticsProblems } from '../contract.ts'

const limits: Limits = { samples: 5_000_000, operations: 50_000_000, milliseconds: 10_000 }

/** A series of a result: a value per step, null where there is none. */
export type ResultSeries = { readonly labels: LabelSet; readonly values: readonly (number | null)[] }
export type Period = { readonly from: number; readonly to: number; readonly step: number }

/** The result of a query at every step of a period. Rejects with 422 at a limit. */
export async function readQuery(
  db: Database,
  scope: QueryScope,
  { query, from, to, step }: Period & { readonly query: string },
): Promise<ResultSeries[]> {
  const steps = stepsOf(from, to, step)
  try {
    const plan = parseQuery(query)
    if (plan.kind === 'matrix' || plan.kind === 'subquery') throw new QueryError('bad_data', 'a range has no values')
    const result = await evaluate(plan, { steps, source: metricSource(db, scope), limits })
    if (result.type === 'scalar') return [{ labels: {}, values: [...result.values] }]
    return await mapInSlices(result.series, ({ labels, values, present }) => ({
      labels,
      values: Array.from(values, (value, index) => (present[index] && Number.isFinite(value) ? value : null)),
    }))
  } catch (failure) {
    if (!(failure instanceof QueryError)) throw failure
    throwProblem(analyticsProblems['analytics-query-failed'], { reason: failure.message })
  }
}

/** The result at one time: each series with its value. */
export async function readInstant(
  db: Database,
  scope: QueryScope,
  { query, at }: { readonly query: string; readonly at: number },
): Promise<{ labels: LabelSet; value: number }[]> {
  const series = await readQuery(db, scope, { query, from: at, to: at, step: 1 })
  return series.flatMap(({ labels, values: [value] }) => (value == null ? [] : [{ labels, value }]))
}

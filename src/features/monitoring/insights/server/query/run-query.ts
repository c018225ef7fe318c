import {
  evaluate,
  type LabelSet,
  type Limits,
  QueryError,
  type SeriesSource,
  stepsOf,
} from '#features/monitoring/promql/server/index.ts'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { createSemaphore } from '#kit/server/semaphore.ts'
import { mapInSlices } from '#kit/server/slices.ts'
import { insightProblems } from '../../contract.ts'
import { planFor } from '../catalogue/catalogue.ts'

const limits: Limits = { samples: 5_000_000, operations: 50_000_000, milliseconds: 10_000 }
const MOST_WAITING = 30
/** Queries compute between the other requests of the process. */
const turns = createSemaphore(2)

/** A series of the result; null where it has no finite value. */
export type ResultSeries = { readonly labels: LabelSet; readonly values: readonly (number | null)[] }

type Period = { readonly source: SeriesSource; readonly from: number; readonly to: number; readonly step: number }

/** Evaluates a query of the catalogue for a deployment at each step. */
export function runQuery(
  query: string,
  { deployment, ...period }: Period & { readonly deployment: string },
): Promise<ResultSeries[]> {
  return runPlan(planFor(query, deployment), period)
}

/** Evaluates a plan at each step. */
export async function runPlan(
  plan: ReturnType<typeof planFor>,
  { source, from, to, step }: Period,
): Promise<ResultSeries[]> {
  const result = await evaluate(plan, { steps: stepsOf(from, to, step), source, limits })
  if (result.type === 'scalar') return [{ labels: {}, values: [...result.values] }]
  return mapInSlices(result.series, ({ labels, values, present }) => ({
    labels,
    values: Array.from(values, (value, index) => (present[index] === 1 && Number.isFinite(value) ? value : null)),
  }))
}

/** Runs the queries of a request when it is its turn; a query beyond its limits is a problem with its reason. */
export async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (turns.waiting >= MOST_WAITING) throwProblem(kitProblems['temporarily-unavailable'])
  const leave = await turns.take()
  try {
    return await work()
  } catch (failure) {
    if (!(failure instanceof QueryError)) throw failure
    return throwProblem(insightProblems['insight-too-large'], { reason: failure.message })
  } finally {
    leave()
  }
}

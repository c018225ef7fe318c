import { clearFailures, metricSource } from '#features/monitoring/metrics/server/index.ts'
import { QueryError } from '#features/monitoring/promql/server/index.ts'
import type { Database } from '#kit/server/database.ts'
import { type CatalogueInsight, insights } from '../catalogue/catalogue.ts'
import { claimMinute } from './claim-minute.ts'
import type { Evaluation, States } from './evaluated.ts'
import type { JudgedDeployment } from './judged-deployment.ts'
import { type InsightState, measure, type ObjectValue, stateOf } from './measure.ts'
import { isLong } from './needed-metrics.ts'
import { type RecentSource, readRecent } from './recent-source.ts'
import { storeEvaluations } from './store-evaluations.ts'

const MINUTE = 60_000

/** Called with what could not be evaluated or stored. */
export type OnFailure = (deployment: JudgedDeployment, failure: unknown) => unknown

/**
 * Evaluates all insights of deployments at a time, and opens, updates and clears their findings. Statements are for all
 * of them together; one that fails does not keep the others from being evaluated.
 */
export async function judgeDeployments(
  db: Database,
  deployments: readonly JudgedDeployment[],
  { now, onFailure }: { now: number; onFailure: OnFailure },
): Promise<void> {
  const failedDeployments = new Set<JudgedDeployment>()
  const fail: OnFailure = async (deployment, failure) => {
    failedDeployments.add(deployment)
    await onFailure(deployment, failure)
  }
  const claim = (some: readonly JudgedDeployment[]) =>
    claimMinute(
      db,
      some.map(({ id }) => id),
      Math.floor(now / MINUTE),
    )
  const before = new Map(await togetherOrAlone(deployments, async (some) => [...(await claim(some))], fail))
  const claimedDeployments = deployments.filter(({ id }) => before.has(id))
  const sources = new Map(
    await togetherOrAlone(claimedDeployments, async (some) => [...(await readRecent(db, some, now))], fail),
  )
  const evaluations: Evaluation[] = []
  for (const deployment of claimedDeployments) {
    const source = sources.get(deployment.id)
    if (!source) continue
    await evaluateAll(db, deployment, { before: before.get(deployment.id)!, source, now, onFailure: fail })
      .then((one) => evaluations.push(one))
      .catch((failure: unknown) => fail(deployment, failure))
  }
  const store = async (some: readonly Evaluation[]) => {
    await storeEvaluations(db, some, now)
    return []
  }
  await togetherOrAlone(evaluations, store, ({ deployment }, failure) => fail(deployment, failure))
  // A failure is shown until all insights were evaluated again, the long ones too.
  const whole = claimedDeployments.filter((one) => !failedDeployments.has(one) && evaluatesLong(one, now))
  await clearFailures(
    db,
    'insights',
    whole.map(({ id }) => id),
  )
}

/** What is done for some at once, or for each where that fails. */
async function togetherOrAlone<One, Result>(
  all: readonly One[],
  work: (some: readonly One[]) => Promise<Result[]>,
  onFailure: (one: One, failure: unknown) => unknown,
): Promise<Result[]> {
  const [first] = all
  if (first === undefined) return []
  try {
    return await work(all)
  } catch (failure) {
    const results: Result[] = []
    if (all.length > 1) for (const one of all) results.push(...(await togetherOrAlone([one], work, onFailure)))
    else await onFailure(first, failure)
    return results
  }
}

/** The same for one deployment, whose failure is thrown. */
export function judgeDeployment(db: Database, deployment: JudgedDeployment, now: number): Promise<void> {
  return judgeDeployments(db, [deployment], {
    now,
    onFailure(_, failure) {
      throw failure
    },
  })
}

/** Whether it is the minute of the hour in which the long queries of a deployment are evaluated. */
function evaluatesLong({ id }: JudgedDeployment, now: number): boolean {
  return Math.floor(now / MINUTE) % 60 === id % 60
}

async function evaluateAll(
  db: Database,
  deployment: JudgedDeployment,
  { before, source, now, onFailure }: { before: States; source: RecentSource; now: number; onFailure: OnFailure },
): Promise<Evaluation> {
  const storedSource = metricSource(db, { deployments: [deployment.id], since: 0, anyNumber: true })
  const states: Record<string, InsightState> = {}
  const valuesByInsight = new Map<CatalogueInsight, readonly ObjectValue[] | null>()
  for (const insight of insights) {
    const long = isLong(insight)
    const stateBefore = before[insight.name]
    if (long && stateBefore && !evaluatesLong(deployment, now)) {
      states[insight.name] = stateBefore
      continue
    }
    // A query beyond its limits leaves its own insight without samples alone.
    const objectValues = await measure(insight, { source: long ? storedSource : source, now }).catch(
      async (failure: unknown) => {
        if (!(failure instanceof QueryError)) throw failure
        await onFailure(deployment, new QueryError(failure.type, `${insight.displayName}: ${failure.message}`))
        return null
      },
    )
    valuesByInsight.set(insight, objectValues)
    states[insight.name] = stateOf(insight, objectValues)
  }
  return { deployment, states, measured: valuesByInsight }
}

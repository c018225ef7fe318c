import { metricSource } from '#features/monitoring/metrics/server/index.ts'
import type { Database } from '#kit/server/database.ts'
import { type CatalogueInsight, insights } from '../catalogue/catalogue.ts'
import { claimMinute } from './claim-minute.ts'
import type { Evaluated, States } from './evaluated.ts'
import type { JudgedDeployment } from './judged-deployment.ts'
import { type InsightState, type Measured, measure, stateOf } from './measure.ts'
import { isLong } from './needed-metrics.ts'
import { type RecentSource, readRecent } from './recent-source.ts'
import { storeEvaluations } from './store-evaluations.ts'

const MINUTE = 60_000

/** Called with what could not be evaluated or stored. */
export type OnFailure = (deployment: JudgedDeployment, failure: unknown) => void

/**
 * Evaluates all insights of deployments at a time, and opens, updates and clears their findings. Statements are for all
 * of them together; one that fails does not keep the others from being evaluated.
 */
export async function judgeDeployments(
  db: Database,
  deployments: readonly JudgedDeployment[],
  { now, onFailure }: { now: number; onFailure: OnFailure },
): Promise<void> {
  const minute = Math.floor(now / MINUTE)
  const before = await claimMinute(
    db,
    deployments.map(({ id }) => id),
    minute,
  )
  const claimed = deployments.filter(({ id }) => before.has(id))
  if (claimed.length === 0) return
  const sources = await readRecent(db, claimed, now)
  const evaluated: Evaluated[] = []
  for (const deployment of claimed)
    await evaluateAll(db, deployment, { before: before.get(deployment.id)!, source: sources.get(deployment.id)!, now })
      .then((one) => evaluated.push(one))
      .catch((failure: unknown) => onFailure(deployment, failure))
  await storeEvaluations(db, evaluated, now).catch(async (failure: unknown) => {
    if (evaluated.length === 1) return onFailure(evaluated[0]!.deployment, failure)
    for (const one of evaluated)
      await storeEvaluations(db, [one], now).catch((own: unknown) => onFailure(one.deployment, own))
  })
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

async function evaluateAll(
  db: Database,
  deployment: JudgedDeployment,
  { before, source, now }: { before: States; source: RecentSource; now: number },
): Promise<Evaluated> {
  const minute = Math.floor(now / MINUTE)
  const stored = metricSource(db, { deployments: [deployment.id], since: 0 })
  const states: Record<string, InsightState> = {}
  const measured = new Map<CatalogueInsight, readonly Measured[] | null>()
  for (const insight of insights) {
    const long = isLong(insight)
    const known = before[insight.name]
    if (long && known && minute % 60 !== deployment.id % 60) {
      states[insight.name] = known
      continue
    }
    const found = await measure(insight, { source: long ? stored : source, now })
    measured.set(insight, found)
    states[insight.name] = stateOf(insight, found)
  }
  return { deployment, states, measured }
}

import type { LabelSet, SeriesSource } from '#features/monitoring/promql/server/index.ts'
import type { Threshold } from '../../contract.ts'
import { type CatalogueInsight, metricsOf, objectOf, planFor } from '../catalogue/catalogue.ts'
import { runPlan } from '../query/run-query.ts'

export type Severity = 'WARNING' | 'CRITICAL'
/** The value of an insight for one object. */
export type ObjectValue = { readonly object: string; readonly labels: LabelSet; readonly value: number }

/** The newest value of each object of an insight; null while its samples are missing. */
export async function measure(
  insight: CatalogueInsight,
  { source, now }: { source: SeriesSource & { isFresh?(m: string[]): boolean }; now: number },
): Promise<ObjectValue[] | null> {
  const seriesList = await runPlan(planOf(insight.query), {
    source: ofOneDeployment(source),
    from: now,
    to: now,
    step: 1,
  })
  const objectValues = seriesList.flatMap(({ labels, values: [value] }) =>
    value === null || value === undefined ? [] : [{ object: objectOf(insight, labels), labels, value }],
  )
  if (objectValues.length > 0) return objectValues
  // A count of what matches is empty when nothing does: that is zero only while samples arrive.
  const isCount = insight.query.startsWith('count(')
  return isCount && source.isFresh?.(metricsOf(insight.query)) ? [{ object: '', labels: {}, value: 0 }] : null
}

const plans = new Map<string, ReturnType<typeof planFor>>()

/** The plan of a query of the catalogue for any deployment, parsed once: its source has one deployment alone. */
function planOf(query: string) {
  const plan = plans.get(query) ?? planFor(query, '')
  plans.set(query, plan)
  return plan
}

/** A source of one deployment, whose name the queries then need not state. */
function ofOneDeployment(source: SeriesSource): SeriesSource {
  return {
    series: (matchers, range) =>
      source.series(
        matchers.filter(({ label }) => label !== 'deployment'),
        range,
      ),
  }
}

/** How a value compares with the limits. */
export function severityOf(value: number, { sense, warn, crit }: Threshold): Severity | null {
  const beyond = (limit: number) => (sense === 'above' ? value >= limit : value <= limit)
  if (beyond(crit)) return 'CRITICAL'
  return beyond(warn) ? 'WARNING' : null
}

/** The worse of two values. */
export function worse(a: number, b: number, { sense }: Pick<Threshold, 'sense'>): number {
  return sense === 'above' ? Math.max(a, b) : Math.min(a, b)
}

/** What the newest evaluation of an insight found in a deployment. */
export type InsightState = {
  readonly state: 'CRITICAL' | 'WARNING' | 'OK' | 'NONE' | 'MISSING'
  readonly value: number | null
  readonly object: string | null
  readonly beyond: number
}

/** The worst value, or the sum where an insight has no limits. */
export function stateOf({ threshold }: CatalogueInsight, objectValues: readonly ObjectValue[] | null): InsightState {
  if (!objectValues) return { state: 'MISSING', value: null, object: null, beyond: 0 }
  if (!threshold)
    return { state: 'NONE', value: objectValues.reduce((sum, { value }) => sum + value, 0), object: null, beyond: 0 }
  const [first] = objectValues as [ObjectValue]
  const worst = objectValues.reduce((a, b) => (worse(a.value, b.value, threshold) === a.value ? a : b), first)
  const beyond = objectValues.filter(({ value }) => severityOf(value, threshold)).length
  return { state: severityOf(worst.value, threshold) ?? 'OK', value: worst.value, object: worst.object, beyond }
}

import { parseQuery } from '#features/monitoring/promql/server/index.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { insightProblems, type Threshold } from '../../contract.ts'
import catalogue from './assets/insights.json' with { type: 'json' }

/** An insight as the catalogue declares it; `$deployment` in its query stands for the name of a deployment. */
export type CatalogueInsight = Omit<(typeof catalogue.insights)[number], 'view' | 'threshold'> & {
  readonly view: 'card' | 'graph' | 'heatmap'
  readonly threshold: Threshold | null
}

/** All insights, in the order of the catalogue. */
export const insights = catalogue.insights as readonly CatalogueInsight[]
/** Categories and types as delivered; `groupings.ts` has the edited ones. */
export const deliveredGroupings = { category: catalogue.categories, type: catalogue.types } as const

/** An insight by its name; 404 for an unknown one. */
export function insightNamed(name: string): CatalogueInsight {
  return insights.find((one) => one.name === name) ?? throwProblem(insightProblems['insight-not-found'], { name })
}

/** The plan of an insight's query, or of another text with `$deployment`, for a deployment. */
export function planFor(query: string, deployment: string) {
  const plan = parseQuery(query.replaceAll('$deployment', deployment.replaceAll(/["\\]/g, '\\$&')))
  if (plan.kind === 'matrix' || plan.kind === 'subquery') throw new Error(`${query} is a range`)
  return plan
}

/** The metrics that a query reads. */
export function metricsOf(query: string): string[] {
  return [...new Set([...query.matchAll(/\b((?:cable|pon)_[a-z0-9_]+)\{/g)].map(([, name]) => name!))]
}

/** The name of an object: the values of the insight's labels; empty for one figure of the whole deployment. */
export function objectOf({ groupBy }: CatalogueInsight, labels: Readonly<Record<string, string>>): string {
  const values = groupBy.flatMap((label) => labels[label] ?? [])
  return values.join(' · ')
}

import { metricSource } from '#features/monitoring/metrics/server/index.ts'
import type { Database } from '#kit/server/database.ts'
import type { RequestContext } from '#kit/server/serve/request-context.ts'
import type { GraphSeries, readInsightGraph } from '../../contract.ts'
import { insights, objectOf } from '../catalogue/catalogue.ts'
import { insightScope } from './insight-scope.ts'
import { rangeOf } from './query-range.ts'
import { inTurn, runQuery } from './run-query.ts'

/** Lines of one insight, at most: the worst ones. */
const MOST_LINES = 20

/** The lines of the insights of a category and type; none unless everything that names them is set. */
export async function readGraph(
  db: Database,
  { session, query }: RequestContext<typeof readInsightGraph>,
): Promise<GraphSeries[]> {
  const { account, granularity, category, type, deployment, series } = query
  if (!account) return []
  const scope = await insightScope(db, session, { account, deployment })
  if (!granularity || !category || !type || !deployment) return []
  const range = rangeOf(granularity, query)
  const wantedInsights = insights.filter(
    (one) =>
      one.category === category &&
      one.type === type &&
      one.granularities.includes(granularity) &&
      (series === undefined || one.name === series),
  )
  const lines: GraphSeries[] = []
  for (const one of wantedInsights)
    for (const { id, name, since } of scope.deployments) {
      const source = metricSource(db, { deployments: [id], since })
      const resultSeries = await inTurn(() => runQuery(one.query, { deployment: name, source, ...range }))
      const graphSeries = resultSeries.map(({ labels, values }) => ({
        insight: one.name,
        name: objectOf(one, labels) || name,
        labels,
        points: values.map((value, step): [number, number | null] => [range.from + step * range.step, value]),
      }))
      lines.push(...worstFirst(graphSeries, one.threshold?.sense).slice(0, MOST_LINES))
    }
  return lines
}

function worstFirst(lines: readonly GraphSeries[], sense: 'above' | 'below' = 'above'): GraphSeries[] {
  const sign = sense === 'above' ? -1 : 1
  const worst = ({ points }: GraphSeries) =>
    Math.min(...points.map(([, value]) => (value === null ? Number.POSITIVE_INFINITY : sign * value)))
  return lines
    .map((line) => ({ line, rank: worst(line) }))
    .sort((a, b) => a.rank - b.rank || a.line.name.localeCompare(b.line.name, 'en', { numeric: true }))
    .map(({ line }) => line)
}

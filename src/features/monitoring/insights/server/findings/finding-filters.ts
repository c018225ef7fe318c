import { type RawBuilder, sql } from 'kysely'
import type { RequestContext } from '#kit/server/serve/request-context.ts'
import type { Session } from '#kit/server/session.ts'
import { likeText } from '#kit/server/sql-text.ts'
import type { listFindings } from '../../contract.ts'
import { insights } from '../catalogue/catalogue.ts'
import { readableCases } from './finding-rows.ts'

type Query = RequestContext<typeof listFindings>['query']

/** The condition of the filters of a list of findings. */
export function findingFilter(query: Query, session: Session): RawBuilder<unknown> {
  const namedInsights = insightsOf(query)
  const conditions = [
    query.account && sql`a.name = any(${query.account}::text[])`,
    query.state && sql`f.state = any(${query.state}::text[])`,
    query.severity && sql`f.severity = any(${query.severity}::text[])`,
    query.deployment && sql`d.name = any(${query.deployment}::text[])`,
    namedInsights && sql`f.insight = any(${namedInsights}::text[])`,
    query.q && sql`(f.object ilike ${`%${likeText(query.q)}%`} or d.name ilike ${`%${likeText(query.q)}%`})`,
    query.from && sql`coalesce(f.cleared_at, 'infinity') >= ${query.from}::timestamptz`,
    query.to && sql`f.opened_at <= ${query.to}::timestamptz`,
    query.before &&
      sql`(f.opened_at, f.id) < (select b.opened_at, b.id from insight_findings b where b.id = ${query.before}::bigint)`,
    query.case &&
      sql`f.case_id in (select c.id from cases c where c.key = any(${query.case}::text[]) and ${readableCases(session)})`,
  ].filter((condition) => typeof condition === 'object')
  return conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`
}

/** The names of the insights that the filters leave; undefined without such a filter. */
function insightsOf({ insight, category, type }: Query): string[] | undefined {
  if (!insight && !category && !type) return undefined
  return insights
    .filter(
      (one) =>
        (!insight || insight.includes(one.name)) &&
        (!category || category.includes(one.category)) &&
        (!type || type.includes(one.type)),
    )
    .map(({ name }) => name)
}

import { type RawBuilder, sql } from 'kysely'
import type { FacetValue } from '#features/accounts/accounts/contract.ts'
import { facetValueJson } from '#features/accounts/accounts/server/index.ts'
import { readSort } from '#kit/contract/hal.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { findPage } from '#kit/server/list/find-page.ts'
import type { RequestContext } from '#kit/server/serve/request-context.ts'
import type { Session } from '#kit/server/session.ts'
import { isoSql, likeText } from '#kit/server/sql-text.ts'
import { visibleIn } from '#kit/server/visible.ts'
import { type AnalyticsPlan, type listAnalyticsPlans, readAnalyticsPlans, type ServiceDifference } from '../contract.ts'

type Services = Readonly<Record<string, FacetValue>>
type ComparedPlan = Omit<AnalyticsPlan, 'differences'> & { readonly portal: Services; readonly analytics: Services }

/** The values of an account's services by their names in the analytics system. */
const currentServices = `(select coalesce(jsonb_object_agg(coalesce(f.analytics_override, f.name), (${facetValueJson('e')})::jsonb order by f.id), '{}')
  from effective_facets e join facets f on f.id = e.facet_id where e.account_id = s.account_id)`

/** Subscriptions `s` of accounts `a` with their plan `p`, their services now, and what the analytics system has, `n`. */
export const comparedPlans = sql.raw(`subscriptions s join accounts a on a.id = s.account_id and a.deleted_at is null
  left join plans p on p.id = s.plan_id left join analytics_plans n on n.account_id = s.account_id
  cross join lateral (select ${currentServices} as services) current`)

/** The newest push of an account that waits or failed. */
const push = sql`left join lateral (
  select json_build_object('state', o.state, 'error', o.error, 'at', ${isoSql('o.posted_at')}) as push from outbox o
  where o.line = 'connections' and o.subject = 'plans:shared ' || s.account_id and o.state in ('WAITING', 'FAILED')
  order by o.id desc limit 1) waiting on true`

const differs = sql`(n.plan is distinct from p.name or coalesce(n.services, '{}') <> current.services)`

/** A page of the comparison, of the accounts that the session sees. */
export async function comparePlans(
  db: Database,
  session: Session,
  query: RequestContext<typeof listAnalyticsPlans>['query'],
) {
  const { page, size, q, account, state } = query
  const pattern = q && `%${likeText(q.trim())}%`
  const where = sql.join(
    [
      visibleIn(session, readAnalyticsPlans, 'a.id'),
      ...(account === undefined ? [] : [sql`a.name = ${account}`]),
      ...(pattern ? [sql`(a.display_name ilike ${pattern} or a.name ilike ${pattern})`] : []),
      ...(state?.length === 1 ? [state[0] === 'Different' ? differs : sql`not ${differs}`] : []),
    ],
    sql` and `,
  )
  const { descending } = readSort(query.sort, { field: 'account', descending: false })[0]!
  const order = sql.raw(`a.display_name collate "und-x-icu" ${descending ? 'desc' : 'asc'}, a.id`)
  const planPage = await findPage(db, {
    page,
    size,
    rows: comparedWhere(sql`where ${where} order by ${order}`),
    of: sql`from ${comparedPlans} where ${where}`,
    newest: sql`n.pushed_at`,
  })
  return { ...planPage, rows: planPage.rows.map(planOf) }
}

/** The comparison of one account; undefined where it has no subscription or is deleted. */
export async function comparedPlan(db: Database | Tx, accountId: number): Promise<AnalyticsPlan | undefined> {
  const { rows } = await comparedWhere(sql`where s.account_id = ${accountId}`).execute(db)
  return rows.map(planOf)[0]
}

/** The ids of the next accounts after one whose plan differs, in their order. */
export async function differentAccounts(db: Database | Tx, { after, limit }: { after: number; limit: number }) {
  const { rows } = await sql<{ id: number }>`
    select s.account_id as id from ${comparedPlans} where s.account_id > ${after} and ${differs} order by s.account_id limit ${limit}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** The number of accounts whose plan differs. */
export async function countDifferent(db: Database | Tx): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*) as count from ${comparedPlans} where ${differs}`.execute(db)
  return rows[0]!.count
}

function comparedWhere(rest: RawBuilder<unknown>): RawBuilder<ComparedPlan> {
  return sql<ComparedPlan>`
    select a.id::text as "accountId", a.name as account, a.display_name as "accountDisplayName",
      case when ${differs} then 'Different' else 'Synced' end as state, p.name as plan, n.plan as "analyticsPlan",
      ${isoSql('n.pushed_at')} as pushed, current.services as portal, coalesce(n.services, '{}') as analytics, waiting.push
    from ${comparedPlans} ${push} ${rest}`
}

function planOf({ portal, analytics, ...row }: ComparedPlan): AnalyticsPlan {
  return { ...row, differences: differencesOf(portal, analytics) }
}

/** The services that differ, by name. PostgreSQL stores the members of equal values in one order. */
function differencesOf(portal: Services, analytics: Services): ServiceDifference[] {
  return [...new Set([...Object.keys(portal), ...Object.keys(analytics)])]
    .sort()
    .map((service) => ({ service, portal: portal[service] ?? null, analytics: analytics[service] ?? null }))
    .filter((pair) => JSON.stringify(pair.portal) !== JSON.stringify(pair.analytics))
}

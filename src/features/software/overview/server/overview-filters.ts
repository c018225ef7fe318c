import { sql } from 'kysely'
import { manageDistributionGroups } from '#features/software/distribution-groups/contract.ts'
import type { Tx } from '#kit/server/database.ts'
import { hasPermission } from '#kit/server/has-permission.ts'
import type { ReplyOf } from '#kit/server/serve/request-context.ts'
import type { Session } from '#kit/server/session.ts'
import type { listOverviewFilters } from '../contract.ts'
import { overviewRows } from './overview-rows.ts'

/** The values of the filters with the number of rows of each, in one statement. */
export async function findFilters(tx: Tx, session: Session): Promise<ReplyOf<typeof listOverviewFilters>> {
  const valueCounts = (value: string, label = value) => sql`(
    select coalesce(json_agg(json_build_object('value', v.value, 'label', v.label, 'count', v.count) order by v.label), '[]') from (
      select ${sql.raw(value)} as value, min(${sql.raw(label)}) as label, count(*)::int as count from overview o
      where ${sql.raw(value)} is not null group by 1) v)`
  const groups = hasPermission(session, manageDistributionGroups)
    ? sql`(select coalesce(json_agg(json_build_object('value', g.id::text, 'label', g.name, 'count', (
        select count(*)::int from overview o where o.account_id in (select x.account_id from distribution_group_accounts x where x.group_id = g.id))) order by g.name), '[]')
        from distribution_groups g)`
    : sql`'[]'::json`
  const { rows } = await sql<ReplyOf<typeof listOverviewFilters>>`
    with ${overviewRows(session, undefined)}
    select ${valueCounts('o.product')} as products, ${valueCounts('o.version')} as versions, ${valueCounts('o.deployment_type')} as "deploymentTypes",
      ${valueCounts('o.state')} as states, ${valueCounts('o.account', 'o.account_name')} as accounts, ${groups} as groups`.execute(
    tx,
  )
  return rows[0]!
}

import { type RawBuilder, sql } from 'kysely'
import { isVendor } from '#features/access/roles/contract.ts'
import { manageDistributionGroups } from '#features/software/distribution-groups/contract.ts'
import { hasPermission } from '#kit/server/has-permission.ts'
import type { RequestContext } from '#kit/server/serve/request-context.ts'
import type { Session } from '#kit/server/session.ts'
import { isoSql, likeText } from '#kit/server/sql-text.ts'
import { visibleIn } from '#kit/server/visible.ts'
import { type downloadOverview, type OverviewRow, readOverview } from '../contract.ts'

type Filters = RequestContext<typeof downloadOverview>['query']

/** The product of a bundle `b`: the stored one, else its name before the version. */
export const bundleProduct = sql`coalesce(b.product, nullif(btrim(regexp_replace(b.name, '\\s+v?\\d.*$', '', 'i')), ''), b.name)`
/** The version of a bundle `b`: the stored one, else the one in its name; null without one. */
export const bundleVersion = sql`coalesce(b.product_version, substring(b.name from '\\yv?(\\d+(?:\\.\\d+)+\\S*)'))`
/** The numbers of a version, compared one after another; null for a version that is no row of numbers. */
const numbers = sql`string_to_array(substring(v.version from '^v?(\\d{1,9}(?:\\.\\d{1,9})*)'), '.')::bigint[]`

/**
 * The rows of the overview, as the query `overview`: for each account, product and deployment type the newest release
 * that the session sees, and its place among the active bundles. One statement reads all.
 */
export function overviewRows(session: Session, account: number | undefined): RawBuilder<unknown> {
  const own = visibleIn(session, readOverview, 'r.account_id')
  const isStaff = isVendor(session.actor)
  return sql`versions as materialized (
      select v.*, row_number() over (partition by v.product, v.deployment_type order by ${numbers} nulls first, v.version !~ '-', v.version, v.created_at, v.id) as place
      from (select b.id, b.name, b.status, b.deployment_type, b.created_at, ${bundleProduct} as product, ${bundleVersion} as version,
        exists (select from bundle_releases r where r.bundle_id = b.id and r.status = 'DELIVERED' and r.deleted_at is null) as is_delivered from bundles b) v
    ), newest as materialized (
      select distinct on (product, deployment_type) * from versions where status = 'ACTIVE' and is_delivered order by product, deployment_type, place desc
    ), chosen as materialized (
      select distinct on (r.account_id, v.product, v.deployment_type) r.id, r.name, r.status, r.account_id, r.created_at, r.updated_at,
        v.id as bundle_id, v.name as bundle_name, v.version, v.status as bundle_status, v.product, v.deployment_type, v.place
      from bundle_releases r join versions v on v.id = r.bundle_id
      where r.deleted_at is null and r.rejected_at is null and ${own} ${account === undefined ? sql`` : sql`and r.account_id = ${account}`}
        ${isStaff ? sql`` : sql`and r.status = 'DELIVERED'`}
      order by r.account_id, v.product, v.deployment_type, r.status = 'DELIVERED' desc, v.place desc, r.id desc
    ), overview as (
      select a.name as account, a.display_name as account_name, c.*, parts.downloaded, parts.parts, parts.downloaded_at, parts.received, parts.received_at,
        ran.deployed, ran.deployments, ran.running, ran.deployed_at,
        n.id as newest_id, n.name as newest_name, n.version as newest_version,
        case when ran.deployed > 0 or (parts.parts > 0 and parts.received = parts.parts) then 'DEPLOYED' when parts.parts > 0 and parts.downloaded = parts.parts then 'DOWNLOADED' else 'ASSIGNED' end as state,
        (select count(*)::int from versions o where o.product = c.product and o.deployment_type = c.deployment_type and o.status = 'ACTIVE'
          and o.place > c.place and o.place <= n.place) as behind
      from chosen c join accounts a on a.id = c.account_id and a.deleted_at is null
        left join newest n on n.product = c.product and n.deployment_type = c.deployment_type
        cross join lateral (select count(*)::int as parts, count(downloaded_at)::int as downloaded, max(downloaded_at) as downloaded_at,
            count(deployed_at)::int as received, max(deployed_at) as received_at
          from release_components p where p.release_id = c.id) parts
        cross join lateral (select count(*)::int as deployments, count(*) filter (where d.software_version = c.version)::int as deployed,
          max(d.updated_at) filter (where d.software_version = c.version) as deployed_at,
          array_agg(distinct d.software_version) filter (where d.software_version is not null) as running
          from deployments d where d.account_id = c.account_id and d.type = c.deployment_type) ran
    )`
}

/** The condition on `overview o` of the filters; groups count for those who manage them. */
export function matchesFilters(session: Session, filters: Omit<Filters, 'account'>): RawBuilder<boolean> {
  const { q = '', products, versions, deploymentTypes, states, accounts, isBehind } = filters
  const groups = hasPermission(session, manageDistributionGroups) ? filters.groups : undefined
  const any = (column: string, values: readonly string[] | undefined) =>
    values?.length ? sql`${sql.ref(column)} = any(${[...values]}::text[])` : sql`true`
  const inGroups = sql`o.account_id in (select x.account_id from distribution_group_accounts x where x.group_id::text = any(${[...(groups ?? [])]}::text[]))`
  const words = `%${likeText(q.trim())}%`
  const hasWords = sql`(o.account_name ilike ${words} or o.account ilike ${words} or o.product ilike ${words} or o.version ilike ${words})`
  return sql<boolean>`(${q.trim() === '' ? sql`true` : hasWords} and ${any('o.product', products)} and ${any('o.version', versions)} and ${any('o.deployment_type', deploymentTypes)}
    and ${any('o.state', states)} and ${any('o.account', accounts)} and ${groups?.length ? inGroups : sql`true`}
    and ${isBehind === undefined ? sql`true` : sql`(o.behind > 0) = ${isBehind}`})`
}

/** A row `o` of the overview as JSON; customers see the version of the newest bundle, and nothing else of it. */
export function overviewJson(session: Session): RawBuilder<OverviewRow> {
  const newest = isVendor(session.actor)
    ? sql`json_build_object('id', o.newest_id::text, 'name', o.newest_name, 'version', o.newest_version)`
    : sql`json_build_object('id', null, 'name', null, 'version', o.newest_version)`
  return sql<OverviewRow>`json_build_object('account', o.account, 'accountId', o.account_id::text, 'accountDisplayName', o.account_name,
    'product', o.product, 'deploymentType', o.deployment_type,
    'release', json_build_object('id', o.id::text, 'name', o.name, 'status', o.status),
    'bundle', json_build_object('id', o.bundle_id::text, 'name', o.bundle_name, 'version', o.version, 'status', o.bundle_status),
    'state', o.state, 'assigned', ${isoSql('o.created_at')},
    'downloaded', json_build_object('count', o.downloaded, 'of', o.parts, 'at', ${isoSql('o.downloaded_at')}),
    'deployed', json_build_object('count', o.deployed, 'of', o.deployments, 'at', ${isoSql('coalesce(o.deployed_at, o.received_at)')},
      'source', case when o.deployed > 0 then 'INVENTORY' when o.received > 0 then 'RECEIPT' end),
    'running', coalesce(o.running, '{}'), 'newest', case when o.newest_id is null then null else ${newest} end,
    'behind', o.behind, 'lastUpdateTime', ${isoSql('greatest(o.updated_at, o.downloaded_at)')})`
}

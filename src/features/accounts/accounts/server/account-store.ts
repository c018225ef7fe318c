import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#kit/server/database.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { directionOf, limitOf } from '#kit/server/list/find-page.ts'
import { isoSql, likeText } from '#kit/server/sql-text.ts'
import { inAccounts } from '#kit/server/visible.ts'
import { ACTIVE_DAYS, type Account, accountProblems } from '../contract.ts'
import { facetValueJson } from './facet-overrides.ts'

/** Which accounts: those the caller may see, narrowed by filters. */
export type AccountSelection = {
  readonly visible: 'all' | readonly number[]
  /** Accounts whose cases are counted; for others the caller must not learn the number. */
  readonly counted: 'all' | readonly number[]
  /** Accounts whose plan is shown. */
  readonly planned: 'all' | readonly number[]
  /** Whether the CRM id, the vendor's own name of an account, is shown and searched. */
  readonly byVendor: boolean
  readonly id?: number | undefined
  readonly name?: string | undefined
  readonly stage?: readonly string[] | undefined
  readonly region?: readonly string[] | undefined
  readonly deploymentTypes?: readonly string[] | undefined
  readonly csm?: readonly string[] | undefined
  readonly q?: string | undefined
  readonly active?: boolean | undefined
}
type Order = { readonly field: string; readonly descending: boolean }
type AccountPage = { accounts: Account[]; total: number; newest: Date | null }

const orders: Readonly<Record<string, RawBuilder<unknown>>> = {
  name: sql`a.name`,
  displayName: sql`a.display_name collate "und-x-icu"`,
  stage: sql`a.stage`,
  region: sql`a.region`,
  updatedAt: sql`a.updated_at`,
  openCases: sql`coalesce(c.open_cases, 0)`,
  openOutages: sql`coalesce(c.open_outages, 0)`,
}

/** A page of accounts with their deployments, customer-success manager and counts of open cases, and the total. */
export async function findAccounts(
  db: Database,
  selection: AccountSelection,
  { order, page, size }: { order: readonly Order[]; page: number; size: number },
): Promise<AccountPage> {
  const by = sql.join([
    ...order.map(({ field, descending }) => sql`${orders[field]!} ${directionOf(descending)}`),
    sql`a.id`,
  ])
  const { rows } = await sql<{ account: Account; total: number; newest: Date | null }>`
    with chosen as materialized (select a.* from accounts a where ${conditionOf(selection)}),
    counts as (
      select account_id, count(*) as open_cases, count(*) filter (where type = 'OUTAGE') as open_outages
      from cases where is_open and not internal and account_id in (select id from chosen)
        and ${inAccounts(selection.counted, 'account_id')} group by account_id
    ),
    paged as (
      select a.*, coalesce(c.open_cases, 0) as open_cases, coalesce(c.open_outages, 0) as open_outages, row_number() over (order by ${by}) as place
      from chosen a left join counts c on c.account_id = a.id order by place ${limitOf({ page, size })}
    )
    select ${accountJson(selection)} as account, (select count(*) from chosen) as total, (select max(updated_at) from chosen) as newest
    from paged a left join users m on m.id = a.csm_id left join accounts p on p.id = a.parent_id
      join subscriptions s on s.account_id = a.id order by a.place`.execute(db)
  if (rows.length > 0)
    return { accounts: rows.map(({ account }) => account), total: rows[0]!.total, newest: rows[0]!.newest }
  const count = await sql<{ total: number; newest: Date | null }>`
    select count(*) as total, max(a.updated_at) as newest from accounts a where ${conditionOf(selection)}`.execute(db)
  return { accounts: [], ...count.rows[0]! }
}

/** An account of the selection; 404 for any other. */
export async function readOneAccount(db: Database, selection: AccountSelection, idOrName: string): Promise<Account> {
  const which = /^\d{1,15}$/.test(idOrName) ? { id: Number(idOrName) } : { name: idOrName }
  const { accounts } = await findAccounts(db, { ...selection, ...which }, { order: [], page: 0, size: 1 })
  return accounts[0] ?? throwProblem(accountProblems['account-not-found'], { name: idOrName })
}

const accountJson = ({
  byVendor,
  planned,
}: AccountSelection) => sql`json_build_object('id', a.id::text, 'accountId', a.id::text, 'name', a.name, 'displayName', a.display_name,
  'description', a.description, 'accountType', a.account_type, 'partnerType', a.partner_type,
  'address', a.address, 'crmId', ${byVendor ? sql`a.crm_id` : sql`null`}, 'requiresMfa', a.requires_mfa, 'selfJoin', a.self_join,
  'logo', case when a.logo_file_id is not null then '/api/accounts/' || a.id || '/logo?v=' || a.logo_file_id end, 'isParent', a.is_parent, 'isFederated', a.is_federated, 'viewOnly', a.view_only,
  'parentAccount', p.name, 'stage', a.stage, 'region', a.region, 'country', a.country, 'city', a.city, 'timeZone', a.time_zone,
  'projectKey', a.project_key, 'csm', case when m.id is null then null else json_build_object('id', m.id::text, 'username', m.email, 'fullName', m.full_name) end,
  'active', ${isActive}, 'deployments', coalesce((select json_agg(json_build_object('id', d.id::text, 'name', d.name, 'version', d.version, 'type', d.type, 'stage', d.stage,
    'softwareVersion', d.software_version) order by d.name) from deployments d where d.account_id = a.id), '[]'),
  'planFacets', case when ${inAccounts(planned, 'a.id')} and ${byVendor ? sql`true` : sql`s.show_to_customer`} then ${planJson} end,
  'openCases', a.open_cases, 'openOutages', a.open_outages, 'version', a.version,
  'updated', ${isoSql('a.updated_at')})`

/** Whether a customer user of `accounts a` signed in lately. */
const isActive = sql`exists (select 1 from role_grants g join users u on u.id = g.user_id
  where g.account_id = a.id and not u.is_vendor and u.last_login_at > now() - make_interval(days => ${sql.lit(ACTIVE_DAYS)}))`

/** The limits that the portal enforces, as effective for the account. */
const planJson = sql`(select coalesce(json_agg(json_build_object(
  'facet', json_build_object('name', e.facet), 'constraintValue', ${sql.raw(facetValueJson('e'))}) order by e.facet_id), '[]')
  from effective_facets e where e.account_id = a.id and e.is_limit)`

function conditionOf(selection: AccountSelection): RawBuilder<unknown> {
  const { visible, byVendor, id, name, stage, region, deploymentTypes, csm, q, active } = selection
  const conditions = [
    sql`a.deleted_at is null`,
    inAccounts(visible, 'a.id'),
    id === undefined ? null : sql`a.id = ${id}`,
    name === undefined ? null : sql`a.name = ${name}`,
    stage?.length ? sql`a.stage = any(${stage})` : null,
    region?.length ? sql`a.region = any(${region})` : null,
    deploymentTypes?.length
      ? sql`exists (select 1 from deployments d where d.account_id = a.id and d.type = any(${deploymentTypes}))`
      : null,
    csm?.length
      ? sql`(a.csm_id in (select u.id from users u where u.email = any(${csm.map((one) => one.toLowerCase())}) or u.id::text = any(${csm}))
          or (a.csm_id is null and 'none' = any(${csm})))`
      : null,
    q ? likeName(q, byVendor) : null,
    active === undefined ? null : sql`${isActive} = ${active}`,
  ].filter((condition) => condition !== null)
  return sql.join(conditions, sql` and `)
}

/** Matches name, display name, CRM id or domain; tolerates a typing error. */
function likeName(q: string, byVendor: boolean): RawBuilder<unknown> {
  const words = q.trim().toLowerCase()
  const part = `%${likeText(words)}%`
  return sql`(a.name like ${part} or lower(a.display_name) like ${part} or ${byVendor ? sql`lower(a.crm_id) = ${words}` : sql`false`} or ${words} = any(a.domains)
    or word_similarity(${words}, lower(a.display_name)) > 0.5 or word_similarity(${words}, a.name) > 0.5)`
}

import { type RawBuilder, sql } from 'kysely'
import {
  manageDeployments,
  metricProblems,
  readAnalytics,
  readMonitoring,
} from '#features/monitoring/metrics/contract.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import type { EncryptedColumn } from '#kit/server/encrypted-column.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { Session } from '#kit/server/session.ts'
import { visibleAccounts, visibleIn } from '#kit/server/visible.ts'
import { type AnalyticsDeployment, analyticsVersionOf, cmStatsFields, mdStatsFields } from '../contract.ts'

/** The purpose of the encryption of a deployment's password. */
export const passwordPurpose = (id: string) => `deployment ${id}`
export const deploymentSecrets: readonly EncryptedColumn[] = [
  { table: 'deployment_analytics', key: 'deployment_id', column: 'portal_password', purposeOf: passwordPurpose },
]

type Row = Omit<AnalyticsDeployment, 'analyticsVersion'> & {
  readonly accountId: number
  readonly password: Buffer | null
}

/** A deployment as commands use it. */
export type StoredDeployment = Omit<Row, 'settings'> & { readonly settings: NonNullable<Row['settings']> }

/** The condition for accounts `a` in which the session has the permission. */
export function inVisibleAccounts(
  session: Session,
  permission: Parameters<typeof visibleAccounts>[1],
): RawBuilder<boolean> {
  return visibleIn(session, permission, 'a.id')
}

/** The condition for the account `a` that a query names; all of them without one. */
export function accountCondition(account: string | undefined): RawBuilder<boolean> {
  return account === undefined ? sql`true` : sql`a.name = ${account}`
}

async function rowsWhere(db: Database | Tx, where: RawBuilder<unknown>, end = sql``): Promise<StoredDeployment[]> {
  const { rows } = await sql<StoredDeployment>`
    select d.id::text as id, d.account_id as "accountId", json_build_object('id', a.id::text, 'name', a.name, 'displayName', a.display_name) as account,
      d.name, d.version, d.type, d.stage, d.software_version as "softwareVersion", d.exclude_from_total_cm_count as "excludeFromTotalCmCount",
      d.enable_monitoring as "enableMonitoring", d.version_number as revision, s.portal_password as password,
      json_build_object('opsCustomerName', s.ops_customer_name, 'apiUrl', s.api_url, 'portalUrl', s.portal_url, 'portalUsername', s.portal_username,
        'portalPasswordSet', s.portal_password is not null, 'statsHistoryExpiration', coalesce(s.stats_history_expiration, 60),
        'mdStatsFields', coalesce(s.md_stats_fields, ${[...mdStatsFields]}::text[]), 'cmStatsFields', coalesce(s.cm_stats_fields, ${[...cmStatsFields]}::text[])) as settings
    from deployments d join accounts a on a.id = d.account_id and a.deleted_at is null left join deployment_analytics s on s.deployment_id = d.id
    where ${where} ${end}`.execute(db)
  return rows
}

/** The deployments that the session sees, by account and name. */
export async function findDeployments(
  db: Database | Tx,
  session: Session,
  account: string | undefined,
): Promise<AnalyticsDeployment[]> {
  const where = sql`${inVisibleAccounts(session, readAnalytics)} and ${accountCondition(account)}`
  const rows = await rowsWhere(db, where, sql`order by a.display_name, a.id, d.name`)
  const settingsSeenIn = visibleAccounts(session, readMonitoring)
  return rows.map((row) => deploymentOf(row, settingsSeenIn === 'all' || settingsSeenIn.includes(row.accountId)))
}

/** A deployment for a command, locked until its transaction ends; 404 where the session may not manage it. */
export async function lockedDeployment(
  tx: Tx,
  { session, params }: { session: Session; params: { id: string } },
): Promise<StoredDeployment> {
  const where = sql`d.id = ${params.id}::bigint and ${inVisibleAccounts(session, manageDeployments)}`
  const [row] = await rowsWhere(tx, where, sql`for update of d`)
  return row ?? throwProblem(metricProblems['deployment-not-found'])
}

/** A deployment as a user who manages it sees it. */
export async function deploymentJson(db: Database | Tx, id: string | number): Promise<AnalyticsDeployment> {
  const [row] = await rowsWhere(db, sql`d.id = ${id}::bigint`)
  return deploymentOf(row!, true)
}

function deploymentOf(
  { accountId: _, password: __, settings, ...row }: StoredDeployment,
  withSettings: boolean,
): AnalyticsDeployment {
  return { ...row, analyticsVersion: analyticsVersionOf(row.version), settings: withSettings ? settings : null }
}

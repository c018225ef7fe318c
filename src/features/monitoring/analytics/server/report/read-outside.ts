import { sql } from 'kysely'
import { announcedWork } from '#features/calendar/events/server/index.ts'
import { readCalendar } from '#features/calendar/tags/contract.ts'
import { readInsights } from '#features/monitoring/insights/contract.ts'
import { openFindings } from '#features/monitoring/insights/server/index.ts'
import { bundleVersion } from '#features/software/overview/server/index.ts'
import { readKnownIssues } from '#features/support/known-issues/contract.ts'
import type { Database } from '#kit/server/database.ts'
import { hasPermission } from '#kit/server/has-permission.ts'
import type { ReportInput } from './read-report.ts'

const AHEAD_MS = 14 * 86_400_000

/** Work of the account in the period, and announced for the 14 days after it; null where the user may not see it. */
export async function readWork(db: Database, { session, deployment, accountId, from, to }: ReportInput) {
  if (!hasPermission(session, readCalendar, deployment.account.name)) return null
  const read = (start: number, end: number) =>
    announcedWork(db, { accountId, from: new Date(start), to: new Date(end) })
  return { done: await read(from, to), next: await read(to, to + AHEAD_MS) }
}

/** Findings of the deployment that were open at the end of the period; null where the user may not see them. */
export async function readOpenFindings(db: Database, { session, deployment, to }: ReportInput) {
  if (!hasPermission(session, readInsights, deployment.account.name)) return null
  return openFindings(db, { deploymentId: Number(deployment.id), at: new Date(to) })
}

/** The newest version that was delivered to the account for this type of deployment; undefined without one. */
export async function readNewestVersion(db: Database, { deployment, accountId }: ReportInput) {
  const { rows } = await sql<{ version: string }>`
    select version from (select ${bundleVersion} as version from bundle_releases r join bundles b on b.id = r.bundle_id join deployments d on d.id = ${deployment.id}::bigint
      where r.account_id = ${accountId} and r.status = 'DELIVERED' and r.deleted_at is null and b.status = 'ACTIVE' and b.deployment_type = d.type) v
    where version is not null
    order by string_to_array(substring(version from '^v?(\\d{1,9}(?:\\.\\d{1,9})*)'), '.')::bigint[] desc nulls last limit 1`.execute(
    db,
  )
  return rows[0]?.version
}

/** A published known issue that affects the version of the deployment. */
export type ReportedIssue = {
  readonly key: string
  readonly title: string
  readonly severity: string
  readonly fixedIn: string | null
  /** Whether the newest delivered version is not affected. */
  readonly isFixed: boolean
}

/** Published known issues of the product, and those that affect the deployment; null where the user may not see them. */
export async function readIssues(db: Database, { session, deployment }: ReportInput, newest: string | undefined) {
  if (!hasPermission(session, readKnownIssues, deployment.account.name)) return null
  const { rows } = await sql<{ all: number; affecting: readonly ReportedIssue[] }>`
    select count(*)::int as all, coalesce(json_agg(json_build_object('key', k.key, 'title', k.title, 'severity', k.severity, 'fixedIn', k.fixed_in,
          'isFixed', version_in_range(${newest ?? null}, k.affected) is false) order by k.id)
        filter (where version_in_range(d.software_version, k.affected)), '[]') as affecting
    from known_issues k join deployments d on d.id = ${deployment.id}::bigint and d.version = k.product where k.published`.execute(
    db,
  )
  return rows[0]!
}

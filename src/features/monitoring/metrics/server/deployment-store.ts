import { sql } from 'kysely'
import type { Permission } from '#kit/contract/permission.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { Session } from '#kit/server/session.ts'
import { inAccounts, visibleAccounts } from '#kit/server/visible.ts'
import { metricProblems } from '../contract.ts'

/** A deployment as the calls of this feature need it. */
export type StoredDeployment = { readonly id: number; readonly name: string; readonly accountId: number }

/** A deployment of an account in which the session has the permission; 404 for any other. */
export async function deploymentOf(
  db: Database | Tx,
  { session, params }: { session: Session; params: { id: string } },
  permission: Permission,
): Promise<StoredDeployment> {
  const accounts = visibleAccounts(session, permission)
  const { rows } = await sql<StoredDeployment>`
    select d.id, d.name, d.account_id as "accountId" from deployments d join accounts a on a.id = d.account_id and a.deleted_at is null
    where d.id = ${params.id}::bigint and ${inAccounts(accounts, 'a.id')}`.execute(db)
  return rows[0] ?? throwProblem(metricProblems['deployment-not-found'])
}

import { type RawBuilder, sql } from 'kysely'
import { accountByIdOrName } from '#features/access/scope/server/index.ts'
import type { Permission } from '#kit/contract/permission.ts'
import type { Tx } from '#kit/server/database.ts'
import { etagOf, type HandlerResponse, respond } from '#kit/server/handler-response.ts'
import { tokenAllows } from '#kit/server/has-permission.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { requirePermission } from '#kit/server/serve/request-context.ts'
import type { Session } from '#kit/server/session.ts'
import { visibleAccounts, visibleIn } from '#kit/server/visible.ts'
import { type Account, accountProblems, readAccounts, readPlans } from '../contract.ts'
import { findAccounts } from './account-store.ts'

/** An account as its commands use it. */
export type StoredAccount = {
  readonly id: number
  readonly name: string
  readonly displayName: string
  readonly parentId: number | null
  readonly parentName: string | null
  readonly isParent: boolean
  readonly viewOnly: boolean
  readonly csmId: number | null
  readonly requiresMfa: boolean
  readonly deletedAt: Date | null
  readonly version: number
}

/** The account, locked, that the session may see and has the permission in; else 404, or 403. */
export async function lockAccount(
  tx: Tx,
  session: Session,
  idOrName: string,
  permission: Permission,
): Promise<StoredAccount> {
  const isVisible = visibleIn(session, readAccounts, 'a.id')
  const account = await accountWhere(tx, sql`${accountByIdOrName(idOrName)} and a.deleted_at is null and ${isVisible}`)
  if (!account) throwProblem(accountProblems['account-not-found'], { name: idOrName })
  requirePermission({ session }, permission, account.name)
  return account
}

/** The deleted account, locked; 404 for one that is not deleted, or does not exist. */
export async function lockDeletedAccount(
  tx: Tx,
  idOrName: string,
): Promise<StoredAccount & { readonly deletedAt: Date }> {
  const account = await accountWhere(tx, sql`${accountByIdOrName(idOrName)} and a.deleted_at is not null`)
  if (!account?.deletedAt) throwProblem(accountProblems['account-not-found'], { name: idOrName })
  return { ...account, deletedAt: account.deletedAt }
}

/** An account as stored, locked, regardless of the caller. */
export async function accountWhere(tx: Tx, condition: RawBuilder<unknown>): Promise<StoredAccount | undefined> {
  const { rows } = await sql<StoredAccount>`
    select a.id, a.name, a.display_name as "displayName", a.parent_id as "parentId", p.name as "parentName", a.is_parent as "isParent",
      a.view_only as "viewOnly", a.csm_id as "csmId", a.requires_mfa as "requiresMfa", a.deleted_at as "deletedAt", a.version
    from accounts a left join accounts p on p.id = a.parent_id where ${condition} for update of a`.execute(tx)
  return rows[0]
}

/** The account as the contract shows it to vendor staff after a change; with its plan for users who may read plans. */
export async function accountReply(
  tx: Tx,
  session: Session,
  id: number,
  status = 200,
): Promise<HandlerResponse<Account>> {
  const planAccounts = tokenAllows(session, readPlans) ? visibleAccounts(session, readPlans) : []
  const { accounts } = await findAccounts(
    tx,
    { visible: 'all', counted: [], planned: planAccounts, byVendor: true, id },
    { order: [], page: 0, size: 1 },
  )
  const account = accounts[0]!
  return respond(account, { etag: etagOf(account.version), status })
}

/** Every change of an account raises its version. */
export const withVersionBump = { version: sql<number>`version + 1`, updated_at: sql<Date>`now()` }

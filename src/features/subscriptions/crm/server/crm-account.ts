import { sql } from 'kysely'
import { readAccounts } from '#features/accounts/accounts/contract.ts'
import { accountIn } from '#features/accounts/accounts/server/index.ts'
import type { Permission } from '#kit/contract/permission.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { requirePermission } from '#kit/server/serve/request-context.ts'
import type { Session } from '#kit/server/session.ts'
import { visibleIn } from '#kit/server/visible.ts'

/** An account with its CRM id. */
export type CrmAccount = {
  readonly id: number
  readonly name: string
  readonly displayName: string
  readonly crmId: string | null
  readonly version: number
}

/** The account; 404 where the session does not see it, 403 where it sees it without the permission. */
export async function crmAccount(
  db: Database | Tx,
  session: Session,
  { name, permission, lock = false }: { name: string; permission: Permission; lock?: boolean },
): Promise<CrmAccount> {
  const also = sql<{ crmId: string | null; version: number }>`a.crm_id as "crmId", a.version`
  const account = await accountIn(db, session, { name, permission: readAccounts, lock, also })
  requirePermission({ session }, permission, account.name)
  return account
}

/** The accounts with a CRM id in which the session has the permission, by name. */
export async function crmAccounts(db: Database, session: Session, permission: Permission): Promise<CrmAccount[]> {
  const { rows } = await sql<CrmAccount>`
    select id, name, display_name as "displayName", crm_id as "crmId", version from accounts
    where crm_id is not null and deleted_at is null and ${visibleIn(session, permission, 'id')}
    order by name`.execute(db)
  return rows
}

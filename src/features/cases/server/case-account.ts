import { accountProblems } from '#features/accounts/contract.ts'
import type { Permission } from '#kit/contract/permission.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { refuse } from '#kit/server/refusal.ts'
import type { Session } from '#kit/server/session.ts'
import { holds } from './case-scope.ts'

/** An account of that name in which the session has the permission, else 404. */
export async function accountFor(
  db: Database | Tx,
  session: Session,
  permission: Permission,
  name: string,
): Promise<{ readonly accountId: number; readonly account: string }> {
  const found = holds(session, permission, name)
    ? await db
        .selectFrom('accounts')
        .select('id')
        .where('name', '=', name)
        .where('deleted_at', 'is', null)
        .executeTakeFirst()
    : undefined
  if (!found) refuse(accountProblems['account-not-found'])
  return { accountId: found.id, account: name }
}

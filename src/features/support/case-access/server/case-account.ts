import { accountIn } from '#features/accounts/accounts/server/index.ts'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import type { Permission } from '#kit/contract/permission.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { hasPermission } from '#kit/server/has-permission.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { Session } from '#kit/server/session.ts'
import { readCases } from '../contract.ts'

/** An account of that name in which the session has the permission; 403 where it may only read its cases, else 404. */
export async function accountFor(
  db: Database | Tx,
  session: Session,
  permission: Permission,
  name: string,
): Promise<{ readonly accountId: number; readonly account: string }> {
  if (hasPermission(session, readCases, name) && !hasPermission(session, permission, name))
    throwProblem(kitProblems['access-denied'], { permission: permission.name })
  const { id } = await accountIn(db, session, { name, permission })
  return { accountId: id, account: name }
}

import { managedUserProblems } from '#features/users/managed-users/contract.ts'
import { type ManagedUser, userScopeOf } from '#features/users/managed-users/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { etagOf, type HandlerResponse, respond } from '#kit/server/handler-response.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { Session } from '#kit/server/session.ts'
import type { User } from '../contract.ts'
import { findUser } from './find-users.ts'
import { aclOf } from './user-acl.ts'

/**
 * The user after a change that may have ended the caller's sight of them: as the session sees them, or, if it no longer
 * does, as known before, without roles.
 */
export async function changedUserOrLast(tx: Tx, session: Session, before: ManagedUser): Promise<HandlerResponse<User>> {
  if (await findUser(tx, userScopeOf(session), before.id)) return changedUser(tx, session, before.id)
  const { version } = await tx
    .selectFrom('users')
    .select('version')
    .where('id', '=', before.id)
    .executeTakeFirstOrThrow()
  const { email: username, fullName, state: userState } = before
  const id = String(before.id)
  return respond({ id, userId: id, username, fullName, userState, roles: [], version })
}

/** The user after a change, as the session sees them, with their new version. */
export async function changedUser(
  tx: Tx,
  session: Session,
  id: number,
  status?: number,
): Promise<HandlerResponse<User>> {
  const user = await findUser(tx, userScopeOf(session), id)
  if (!user) throwProblem(managedUserProblems['user-not-found'])
  const options = { etag: etagOf(user.version), ...(status ? { status } : {}) }
  return respond({ ...user, userAcl: aclOf(user.roles) }, options)
}

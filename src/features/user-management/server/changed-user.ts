import { type Answer, answer, etagOf } from '#kit/server/answer.ts'
import type { Tx } from '#kit/server/database.ts'
import { refuse } from '#kit/server/refusal.ts'
import type { Session } from '#kit/server/session.ts'
import { managedUserProblems, type User } from '../contract.ts'
import { findUser } from './find-users.ts'
import { aclOf } from './user-acl.ts'
import { sightOf } from './visible-people.ts'

/** The person after a change, as the session sees them, with their new version. */
export async function changedUser(tx: Tx, session: Session, id: number, status?: number): Promise<Answer<User>> {
  const user = await findUser(tx, sightOf(session), id)
  if (!user) refuse(managedUserProblems['user-not-found'])
  const options = { etag: etagOf(user.version), ...(status ? { status } : {}) }
  return answer({ ...user, userAcl: aclOf(user.roles) }, options)
}

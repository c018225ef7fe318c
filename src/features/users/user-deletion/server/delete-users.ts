import { sql } from 'kysely'
import {
  lockUser,
  type ManagedUser,
  requireAnotherAdmin,
  requireCanManage,
  requireNotSelf,
  userWhere,
} from '#features/users/managed-users/server/index.ts'
import { transitionUser } from '#features/users/user-management/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import type { EventActor } from '#kit/server/events/event.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { Session } from '#kit/server/session.ts'
import { approveDeletions, deleteUsers, deletionProblems } from '../contract.ts'

/** Users in the order of their ids, so that two calls that lock many wait for each other without a deadlock. */
async function lockUsers(tx: Tx, session: Session, ids: readonly string[]): Promise<ManagedUser[]> {
  const users: ManagedUser[] = []
  for (const id of [...new Set(ids)].sort((one, other) => Number(one) - Number(other)))
    users.push(await lockUser(tx, session, id))
  return users
}

/**
 * Deactivates users at once and has them erased in the next nightly run: deactivated, marked and approved in one step.
 */
export async function deleteUsersOf(
  tx: Tx,
  session: Session,
  actor: EventActor,
  ids: readonly string[],
): Promise<ManagedUser[]> {
  const users = await lockUsers(tx, session, ids)
  for (const user of users) {
    requireCanManage(session, deleteUsers, user)
    requireNotSelf(session, user)
    await requireAnotherAdmin(tx, user)
    for (const move of ['deactivate', 'mark', 'approve'] as const) {
      const now = await userWhere(tx, sql`u.id = ${user.id}`)
      if (now!.state === 'approvedForDeletion') break
      await transitionUser(tx, now!, { move, actor })
    }
  }
  return users
}

/** Approves the deletion of users, all of whom must be candidates. */
export async function approveUsers(
  tx: Tx,
  session: Session,
  actor: EventActor,
  ids: readonly string[],
): Promise<ManagedUser[]> {
  const users = await lockUsers(tx, session, ids)
  for (const user of users) {
    requireCanManage(session, approveDeletions, user)
    requireNotSelf(session, user)
    await requireAnotherAdmin(tx, user)
    if (user.state !== 'candidateForDeletion')
      throwProblem(deletionProblems['not-all-candidates'], { name: user.fullName })
  }
  for (const member of users) await transitionUser(tx, member, { move: 'approve', actor })
  return users
}

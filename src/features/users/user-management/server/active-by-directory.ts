import { sql } from 'kysely'
import { userWhere } from '#features/users/managed-users/server/index.ts'
import type { UserState } from '#features/users/users/contract.ts'
import type { Tx } from '#kit/server/database.ts'
import type { EventActor } from '#kit/server/events/event.ts'
import { applyDirectoryUser } from './apply-directory-user.ts'

/** States set by the directory: a user whom it signs in has left them, though the portal was not notified yet. */
const itsOwn: readonly UserState[] = ['staged', 'provisioned', 'recovery', 'passwordExpired', 'lockedOut']

/**
 * Activates a user whom their external directory has just signed in: they chose the password, or were unlocked, there.
 * Decisions made here stand, and so do those not yet delivered to the directory. Returns whether the user is active.
 */
export async function activateFromDirectory(tx: Tx, id: number, actor: EventActor): Promise<boolean> {
  const user = await userWhere(tx, sql`u.id = ${id}`)
  if (!user?.directory || user.subject === null || !itsOwn.includes(user.state)) return false
  const entry = { subject: user.subject, state: 'active', fullName: null, lastLogin: new Date() } as const
  await applyDirectoryUser(tx, user, { entry, actor })
  const after = await tx.selectFrom('users').select('state').where('id', '=', id).executeTakeFirstOrThrow()
  return after.state === 'active'
}

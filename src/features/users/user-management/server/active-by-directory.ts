import { sql } from 'kysely'
import type { UserState } from '#features/users/users/contract.ts'
import type { Tx } from '#kit/server/database.ts'
import type { EventActor } from '#kit/server/events/event.ts'
import { applyDirectoryUser } from './apply-directory-user.ts'
import { userWhere } from './managed-user.ts'

/** States that come from the directory: whoever it signs in has left them, though nobody told the portal yet. */
const itsOwn: readonly UserState[] = ['staged', 'provisioned', 'recovery', 'passwordExpired', 'lockedOut']

/**
 * Has somebody active whom their outside directory has just signed in: they chose the password, or were unlocked, there.
 * What was decided here stands, and so does what the directory has not heard yet. Answers whether it did.
 */
export async function activateFromDirectory(tx: Tx, id: number, actor: EventActor): Promise<boolean> {
  const user = await userWhere(tx, sql`u.id = ${id}`)
  if (!user?.directory || user.subject === null || !itsOwn.includes(user.state)) return false
  const entry = { subject: user.subject, state: 'active', fullName: null, lastLogin: new Date() } as const
  await applyDirectoryUser(tx, user, { entry, actor })
  const after = await tx.selectFrom('users').select('state').where('id', '=', id).executeTakeFirstOrThrow()
  return after.state === 'active'
}

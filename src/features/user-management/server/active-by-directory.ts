import { sql } from 'kysely'
import type { UserState } from '#features/users/contract.ts'
import type { Tx } from '#kit/server/database.ts'
import type { Doer } from '#kit/server/events/event.ts'
import { applyEntry } from './apply-entry.ts'
import { personWhere } from './person.ts'

/** States that come from the directory: whoever it signs in has left them, though nobody told the portal yet. */
const itsOwn: readonly UserState[] = ['staged', 'provisioned', 'recovery', 'passwordExpired', 'lockedOut']

/**
 * Has somebody active whom their outside directory has just signed in: they chose the password, or were unlocked, there.
 * What was decided here stands, and so does what the directory has not heard yet. Answers whether it did.
 */
export async function activeByDirectory(tx: Tx, id: number, doer: Doer): Promise<boolean> {
  const person = await personWhere(tx, sql`u.id = ${id}`)
  if (!person?.directory || person.subject === null || !itsOwn.includes(person.state)) return false
  const entry = { subject: person.subject, state: 'active', fullName: null, lastLogin: new Date() } as const
  await applyEntry(tx, person, { entry, doer })
  const after = await tx.selectFrom('users').select('state').where('id', '=', id).executeTakeFirstOrThrow()
  return after.state === 'active'
}

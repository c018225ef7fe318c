import { sql } from 'kysely'
import { deleteSessionsOf } from '#features/access/sessions/server/index.ts'
import { deleteApiTokens } from '#features/access/tokens/server/index.ts'
import { deleteRoleGrants, eraseUserData } from '#features/access/user-records/server/index.ts'
import { updateAccountRows } from '#features/accounts/accounts/server/index.ts'
import { type ManagedUser, userWhere } from '#features/users/managed-users/server/index.ts'
import { updateDirectory } from '#features/users/user-management/server/index.ts'
import { deleteOwnData } from '#features/users/users/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { type EventActor, recordEvent } from '#kit/server/events/event.ts'
import { deleteMailsTo } from '#kit/server/mail.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { deleteResponsesOf } from '#kit/server/serve/idempotency.ts'
import { userErased } from '../contract.ts'
import { isErasedNext } from './deletion-candidates.ts'
import type { UserRecords } from './user-records.ts'

/**
 * Erases an approved user in one transaction: their own data is deleted, their row stays without a name so that what
 * they wrote has an author. A kept or erased user is left unchanged; returns whether it erased.
 */
export async function eraseUser(
  portal: AppContext,
  tx: Tx,
  { actor, id, erase }: { actor: EventActor; id: number; erase: UserRecords['erase'] },
): Promise<boolean> {
  const user = await userWhere(tx, sql`u.id = ${id} and ${isErasedNext}`)
  if (!user) return false
  for (const eraseIn of erase) await eraseIn(tx, id)
  await updateDirectory(portal, tx, user, 'erase')
  await deleteOwnData(tx, user)
  await deleteSessionsOf(tx, id)
  await deleteResponsesOf(tx, id)
  await deleteRoleGrants(tx, { userId: id })
  await deleteApiTokens(tx, { userId: id })
  await forgetAddress(tx, user)
  await eraseUserData(tx, user)
  await recordEvent(tx, userErased, actor, { subject: id })
  return true
}

/** Removes the user's address outside their own row. */
async function forgetAddress(tx: Tx, { id, email }: ManagedUser): Promise<void> {
  await updateAccountRows(tx, sql<boolean>`csm_id = ${id}`, { csm_id: null })
  await deleteMailsTo(tx, email)
}

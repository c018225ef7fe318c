import { sql } from 'kysely'
import { type ManagedUser, updateDirectory, userWhere } from '#features/users/user-management/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { type EventActor, recordEvent } from '#kit/server/events/event.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { userErased } from '../contract.ts'
import { isErasedNext } from './deletion-candidates.ts'
import type { UserRecords } from './user-records.ts'

/** All data that belongs to the user alone, besides their credentials, by the column that names the user. */
const own = {
  role_grants: 'user_id',
  user_settings: 'user_id',
  api_tokens: 'user_id',
  sessions: 'user_id',
  idempotency_keys: 'person_id',
} as const

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
  for (const [table, column] of Object.entries(own))
    await sql`delete from ${sql.table(table)} where ${sql.ref(column)} = ${id}`.execute(tx)
  await forgetAddress(tx, user)
  await tx
    .updateTable('users')
    .set({
      email: `former-${id}@erased.invalid`,
      full_name: 'Former user',
      job_title: null,
      phone: null,
      manager_email: null,
      issuer: null,
      subject: null,
      last_login_at: null,
      last_idp_login_at: null,
      subscriptions: [],
      notification_blocking: true,
      erased_at: sql<Date>`now()`,
      version: user.version + 1,
    })
    .where('id', '=', id)
    .execute()
  await recordEvent(tx, userErased, actor, { subject: id })
  return true
}

/** Removes the user's address outside their own row. */
async function forgetAddress(tx: Tx, { id, email }: ManagedUser): Promise<void> {
  await tx.updateTable('accounts').set({ csm_id: null }).where('csm_id', '=', id).execute()
  await tx.updateTable('users').set({ manager_email: null }).where('manager_email', '=', email).execute()
  await tx.deleteFrom('mail_outbox').where('recipient', '=', email).execute()
  await tx.deleteFrom('sign_in_attempts').where('email', '=', email).execute()
  await tx
    .deleteFrom('sign_in_throttle')
    .where('key', 'in', [email, `reset:${email}`])
    .execute()
}

import type { Tx } from '#kit/server/database.ts'

/** Removes the inbox of an erased user and their choices of delivery. */
export async function removeUserFromInbox(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('announcement_inbox').where('user_id', '=', userId).execute()
  await tx.deleteFrom('announcement_settings').where('user_id', '=', userId).execute()
  await tx.deleteFrom('notification_hours').where('user_id', '=', userId).execute()
}

import type { Tx } from '#kit/server/database.ts'

/** Ends all calendar addresses of a user. */
export async function removeFeedsOfUser(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('calendar_feeds').where('user_id', '=', userId).execute()
}

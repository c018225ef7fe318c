import type { Tx } from '#kit/server/database.ts'

/** Removes an erased user from the members and readers of all channels; their messages stay, as their comments do. */
export async function removeUserFromChat(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('chat_members').where('user_id', '=', userId).execute()
  await tx.deleteFrom('chat_presence').where('user_id', '=', userId).execute()
}

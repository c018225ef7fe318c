import type { Tx } from '#kit/server/database.ts'

/** Removes an erased user from the rotation and its overrides; alerts keep who was notified, without a name. */
export async function removeUserFromOnCall(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('on_call_users').where('user_id', '=', userId).execute()
  await tx.deleteFrom('on_call_overrides').where('user_id', '=', userId).execute()
}

import type { Tx } from '#kit/server/database.ts'

/** Removes an erased user from all teams. */
export async function removeUserFromTeams(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('team_members').where('user_id', '=', userId).execute()
}

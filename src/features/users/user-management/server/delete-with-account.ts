import { sql } from 'kysely'
import { userWhere } from '#features/users/managed-users/server/index.ts'
import { canTransition } from '#features/users/users/contract.ts'
import type { Tx } from '#kit/server/database.ts'
import type { EventActor } from '#kit/server/events/event.ts'
import { transitionUser } from './transition-user.ts'

/** Approves the deletion of a user whose only account is erased; leaves users who cannot be deleted. */
export async function deleteWithAccount(tx: Tx, userId: number, actor: EventActor): Promise<void> {
  for (const move of ['mark', 'approve'] as const) {
    const user = await userWhere(tx, sql`u.id = ${userId}`)
    if (!user || !canTransition(user.state, move)) return
    await transitionUser(tx, user, { move, actor })
  }
}

import type { Tx } from '#kit/server/database.ts'
import { type EventActor, recordEvent } from '#kit/server/events/event.ts'
import { tokenRevoked } from '../contract.ts'

/** Revokes every API token of a user. */
export async function revokeTokensOf(tx: Tx, userId: number, actor: EventActor): Promise<void> {
  const gone = await tx.deleteFrom('api_tokens').where('user_id', '=', userId).returning(['id', 'name']).execute()
  for (const { id, name } of gone)
    await recordEvent(tx, tokenRevoked, actor, { subject: userId, data: { token: id, name } })
}

import { deleteApiTokens } from '#features/access/user-records/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { type EventActor, recordEvent } from '#kit/server/events/event.ts'
import { tokenRevoked } from '../contract.ts'

/** Revokes every API token of a user. */
export async function revokeTokensOf(tx: Tx, userId: number, actor: EventActor): Promise<void> {
  const gone = await deleteApiTokens(tx, { userId })
  for (const { id, name } of gone)
    await recordEvent(tx, tokenRevoked, actor, { subject: userId, data: { token: id, name } })
}

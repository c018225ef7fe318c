import type { Tx } from '#kit/server/database.ts'
import { type Doer, recordEvent } from '#kit/server/events/event.ts'
import { tokenRevoked } from '../contract.ts'

/** Revokes every API token of a user. */
export async function revokeTokensOf(tx: Tx, personId: number, doer: Doer): Promise<void> {
  const gone = await tx.deleteFrom('api_tokens').where('user_id', '=', personId).returning(['id', 'name']).execute()
  for (const { id, name } of gone)
    await recordEvent(tx, tokenRevoked, doer, { subject: personId, data: { token: id, name } })
}

import { deleteApiTokens } from '#features/access/tokens/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { type EventActor, recordEvent } from '#kit/server/events/event.ts'
import { tokenRevoked } from '../contract.ts'

/** Revokes every API token of a user. */
export async function revokeTokensOf(tx: Tx, userId: number, actor: EventActor): Promise<void> {
  await revoke(tx, { userId }, actor)
}

/** Revokes one API token of a user; returns whether there was one. */
export async function revokeTokenOf(
  tx: Tx,
  { userId, id, actor }: { userId: number; id: number; actor: EventActor },
): Promise<boolean> {
  return (await revoke(tx, { userId, id }, actor)) > 0
}

async function revoke(tx: Tx, which: { userId: number; id?: number }, actor: EventActor): Promise<number> {
  const deletedTokens = await deleteApiTokens(tx, which)
  for (const { id, name } of deletedTokens)
    await recordEvent(tx, tokenRevoked, actor, { subject: which.userId, data: { token: id, name } })
  return deletedTokens.length
}

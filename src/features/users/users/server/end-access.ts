import { endSessionsOf } from '#features/access/sessions/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { type EventActor, recordEvent } from '#kit/server/events/event.ts'
import { accessEnded } from '../contract.ts'
import { revokeTokensOf } from './revoke-tokens.ts'

/**
 * Ends everything that works for a user without a new sign-in: sessions and API tokens here, what other features keep
 * in handlers of the recorded event. None of it returns when the user does.
 */
export async function endAccessOf(tx: Tx, { userId, actor }: { userId: number; actor: EventActor }): Promise<void> {
  await endSessionsOf(tx, { userId, why: 'administrator', actor })
  await revokeTokensOf(tx, userId, actor)
  await recordEvent(tx, accessEnded, actor, { subject: userId })
}

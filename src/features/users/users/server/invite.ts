import { createUser } from '#features/access/user-records/server/index.ts'
import { normaliseEmail } from '#kit/contract/email-address.ts'
import type { Tx } from '#kit/server/database.ts'
import { type EventActor, recordEvent } from '#kit/server/events/event.ts'
import { userCreated } from '../contract.ts'

/** Creates a user who has yet to sign in; returns their id. Call `sendSignInInstructions` or `passwordLink` next. */
export async function createInvitedUser(
  tx: Tx,
  actor: EventActor,
  { email: written, fullName, issuer = null }: { email: string; fullName: string; issuer?: string | null },
): Promise<number> {
  const email = normaliseEmail(written)
  const id = await createUser(tx, { email, fullName, state: 'provisioned', issuer })
  await recordEvent(tx, userCreated, actor, { subject: id, data: { email, fullName } })
  return id
}

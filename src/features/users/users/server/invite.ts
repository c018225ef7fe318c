import { normaliseEmail } from '#kit/contract/email-address.ts'
import type { Tx } from '#kit/server/database.ts'
import { type EventActor, recordEvent } from '#kit/server/events/event.ts'
import { userCreated } from '../contract.ts'

/** Makes a person who has yet to come in; answers their id. How they come in is told by `sendWayIn` or `passwordLink`. */
export async function createInvitedUser(
  tx: Tx,
  actor: EventActor,
  { email: written, fullName, issuer = null }: { email: string; fullName: string; issuer?: string | null },
): Promise<number> {
  const email = normaliseEmail(written)
  const { id } = await tx
    .insertInto('users')
    .values({ email, full_name: fullName, state: 'provisioned', issuer })
    .returning('id')
    .executeTakeFirstOrThrow()
  await recordEvent(tx, userCreated, actor, { subject: id, data: { email, fullName } })
  return id
}

import type { Tx } from '#kit/server/database.ts'
import { type Doer, recordEvent } from '#kit/server/events/event.ts'
import type { PortalConfig } from '#kit/server/portal.ts'
import { userCreated } from '../contract.ts'
import { makeLink } from './one-time-links.ts'
import { tellPerson } from './tell-person.ts'

/** Makes a person and the link with which they choose their password. `mail` sends it to them as well. */
export async function invitePerson(
  tx: Tx,
  from: { config: PortalConfig; publicUrl: string; doer: Doer; mail?: boolean },
  person: { email: string; fullName: string },
): Promise<{ id: number; link: string }> {
  const email = person.email.toLowerCase()
  const row = await tx
    .insertInto('users')
    .values({ email, full_name: person.fullName, state: 'provisioned' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const link = await activationLink(tx, from.publicUrl, row.id)
  await recordEvent(tx, userCreated, from.doer, { subject: row.id, data: { email, fullName: person.fullName } })
  if (from.mail) await tellPerson(tx, from.config, { email, full_name: person.fullName }, 'activation', { url: link })
  return { id: row.id, link }
}

/** A link with which a person chooses their first password: once, within 72 hours. */
export async function activationLink(tx: Tx, publicUrl: string, personId: number): Promise<string> {
  return `${publicUrl}/signin/activate?token=${await makeLink(tx, personId, 'activation')}`
}

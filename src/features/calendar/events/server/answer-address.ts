import type { Database, Tx } from '#kit/server/database.ts'
import { encryptorFor } from '#kit/server/encryption.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { deriveFromStoredSecret } from '#kit/server/portal-key.ts'
import { sameSecret } from '#kit/server/same-secret.ts'

/** Bytes of the signature in an address, which has little space and no letter case: 96 bits. */
const SIGNATURE = 12
const form = /^event-([0-9a-z]{1,10})-[0-9a-f]{24}$/

type From = Pick<AppContext, 'config'>

/**
 * The organizer of an event in invitations: the address for replies with a part that names the event, so that calendar
 * programs send the answers of attendees to the portal. Undefined where it takes no mail.
 */
export async function answerAddress(portal: From, tx: Tx, eventId: number): Promise<string | undefined> {
  if (!portal.config.replies) return undefined
  const [local, domain] = portal.config.replies.address.split('@')
  return `${local}+${await tokenOf(portal, tx, eventId)}@${domain}`
}

/** The event that the part of an address names; undefined for a part that the portal did not make. */
export async function answeredEvent(portal: From, db: Database, token: string): Promise<number | undefined> {
  const [, id] = form.exec(token) ?? []
  if (id === undefined) return undefined
  const eventId = Number.parseInt(id, 36)
  return sameSecret(token, await tokenOf(portal, db, eventId)) ? eventId : undefined
}

async function tokenOf({ config }: From, db: Database | Tx, eventId: number): Promise<string> {
  const text = `event-${eventId.toString(36)}`
  const sign = await deriveFromStoredSecret(db, encryptorFor(config), 'calendar answer')
  return `${text}-${sign(text).subarray(0, SIGNATURE).toString('hex')}`
}

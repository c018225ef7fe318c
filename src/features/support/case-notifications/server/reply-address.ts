import type { Database, Tx } from '#kit/server/database.ts'
import { encryptorFor } from '#kit/server/encryption.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { deriveFromStoredSecret } from '#kit/server/portal-key.ts'
import { sameSecret } from '#kit/server/same-secret.ts'

/** The case and the user that a reply address is for. */
export type ReplyToken = { readonly caseId: number; readonly userId: number }

/** Bytes of the signature in an address, which has little space and no letter case: 96 bits. */
const SIGNATURE = 12
const form = /^([0-9a-z]{1,10})\.([0-9a-z]{1,10})\.([0-9a-f]{24})$/

type From = Pick<AppContext, 'config'>

/** The same after a change of SECRET_KEY: users reply to mails of any age. */
function signingKey({ config }: From, db: Database | Tx) {
  return deriveFromStoredSecret(db, encryptorFor(config), 'case reply')
}

/** Makes the addresses for replies to mails about a case; undefined where replies are switched off. */
export async function replyAddresses(
  portal: From,
  tx: Tx,
): Promise<((caseId: number, userId: number) => string) | undefined> {
  if (!portal.config.replies) return undefined
  const [local, domain] = portal.config.replies.address.split('@')
  const sign = await signingKey(portal, tx)
  return (caseId, userId) => `${local}+${tokenOf(sign, { caseId, userId })}@${domain}`
}

/** The token of an address for replies: what is after the plus; undefined for any other address. */
export function replyTokenOf({ config }: From, address: string): string | undefined {
  const [local, domain] = config.replies?.address.split('@') ?? []
  const [, own, token, host] = /^([^+@]+)\+([^@]{1,64})@([^@]+)$/.exec(address.toLowerCase()) ?? []
  return own !== undefined && own === local && host === domain ? token : undefined
}

/** What a token says; undefined for one that the portal did not make. */
export async function readReplyToken(portal: From, db: Database, token: string): Promise<ReplyToken | undefined> {
  const [, one, other] = form.exec(token) ?? []
  if (one === undefined || other === undefined) return undefined
  const read = { caseId: Number.parseInt(one, 36), userId: Number.parseInt(other, 36) }
  return sameSecret(token, tokenOf(await signingKey(portal, db), read)) ? read : undefined
}

function tokenOf(sign: (text: string) => Buffer, { caseId, userId }: ReplyToken): string {
  const text = `${caseId.toString(36)}.${userId.toString(36)}`
  return `${text}.${sign(text).subarray(0, SIGNATURE).toString('hex')}`
}

import { readReplyToken, replyTokenOf } from '#features/support/case-notifications/server/index.ts'
import type { FileStore } from '#kit/server/files/file-store.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { isOwnMessageId } from '#kit/server/send-mail.ts'
import type { RejectionReason } from '../contract.ts'
import { readAuthentication } from './authentication-results.ts'
import { readMail } from './read-mail.ts'
import type { MailRecord } from './received-mail-store.ts'
import { rejectMail } from './reject-mail.ts'
import { takeReply } from './take-reply.ts'
import { isOwnAddress } from './what-was-sent.ts'

/** A mail as SMTP delivers it. */
export type Delivered = {
  readonly raw: Buffer
  /** MAIL FROM; empty for a bounce. */
  readonly from: string
  /** The addresses of the portal among RCPT TO. */
  readonly recipients: readonly string[]
  /** It was not accepted before its content was complete. */
  readonly early?: 'TOO_LARGE' | 'TOO_MANY_RECIPIENTS'
  readonly size: number
}

/**
 * Makes a delivered mail a comment, or stores the reason why it is none, and then notifies its sender: never a program, and
 * never an address that the relay does not confirm.
 */
export async function receiveDelivered(portal: AppContext, store: FileStore, given: Delivered): Promise<void> {
  const { head, results, reason, parts } = await readMail(given.raw)
  const { confirmed, ...authentication } = readAuthentication(results, portal.config.replies!.authservId, head.sender)
  const token = await tokenOf(portal, given.recipients)
  const record: MailRecord = { ...head, size: given.size, ...authentication, ...token }
  const early =
    given.early ??
    (isOwnMessageId(head.messageId) || isOwnAddress(portal, head.sender) ? 'LOOP' : undefined) ??
    (given.from === '' ? 'BOUNCE' : reason)
  const why: RejectionReason | undefined = !token
    ? (early ?? 'FORGED_TOKEN')
    : confirmed
      ? early
      : (early ?? 'NOT_AUTHENTICATED')
  const mail = { record, confirmed, raw: given.raw, isWhole: given.early !== 'TOO_LARGE' }
  if (why || !token) return rejectMail(portal, store, mail, { reason: why ?? 'FORGED_TOKEN', parts })
  const rejected = await takeReply(portal, store, { ...mail, parts, token })
  if (rejected) await rejectMail(portal, store, mail, { ...rejected, parts })
}

/** The first token that the portal made. */
async function tokenOf(portal: AppContext, recipients: readonly string[]) {
  for (const address of recipients) {
    const token = replyTokenOf(portal, address)
    const read = token === undefined ? undefined : await readReplyToken(portal, portal.db, token)
    if (read) return read
  }
  return undefined
}

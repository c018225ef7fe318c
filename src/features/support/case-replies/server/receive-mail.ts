import { readReplyToken, replyTokenOf } from '#features/support/case-notifications/server/index.ts'
import type { FileStore } from '#kit/server/files/file-store.ts'
import { mailSender } from '#kit/server/mail.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { isOwnMessageId } from '#kit/server/send-mail.ts'
import type { RejectionReason } from '../contract.ts'
import { type Authentication, readAuthentication } from './authentication-results.ts'
import { notifyOfRejection } from './notify-sender.ts'
import { type MailHead, type ReadMail, readMail } from './read-mail.ts'
import { insertRejected, type MailRecord } from './received-mail-store.ts'
import { type Reply, takeReply } from './take-reply.ts'

const LONGEST = 32_767

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
  const read = await readMail(given.raw)
  const head: MailHead = 'mail' in read ? read.mail : read.head
  const results = 'mail' in read ? read.mail.results : []
  const authentication = readAuthentication(results, portal.config.replies!.authservId, head.sender)
  const { dkim, spf } = authentication
  const record: MailRecord = { ...head, size: given.size, dkim, spf }
  const early = given.early ?? fixedReason(portal, given, head) ?? ('reason' in read ? read.reason : undefined)
  if (early || !('mail' in read)) return reject(portal, { record, authentication }, early ?? 'UNREADABLE')
  await receiveRead(portal, store, { given, mail: read.mail, record, authentication })
}

type Read = Omit<Reply, 'token'> & { readonly given: Delivered }

async function receiveRead(portal: AppContext, store: FileStore, { given, ...read }: Read): Promise<void> {
  const token = await tokenOf(portal, given.recipients)
  if (!token) return reject(portal, read, 'FORGED_TOKEN')
  const known = { ...read, record: { ...read.record, ...token } }
  if (!read.authentication.confirmed) return reject(portal, known, 'NOT_AUTHENTICATED')
  if (read.mail.text === '' && read.mail.files.length === 0) return reject(portal, known, 'EMPTY')
  if (read.mail.text.length > LONGEST) return reject(portal, known, 'TOO_LONG')
  const mail: ReadMail = read.mail.text === '' ? { ...read.mail, text: '📎' } : read.mail
  const reason = await takeReply(portal, store, { ...known, mail, token })
  if (reason) await reject(portal, known, reason)
}

function fixedReason(
  portal: AppContext,
  { from }: Delivered,
  { messageId, sender }: MailHead,
): RejectionReason | undefined {
  if (isOwnMessageId(messageId) || isOwnAddress(portal, sender)) return 'LOOP'
  return from === '' ? 'BOUNCE' : undefined
}

function isOwnAddress(portal: AppContext, address: string): boolean {
  const sender = portal.settings.valueOf(mailSender).toLowerCase()
  const own = /<([^<>]+)>$/.exec(sender)?.[1] ?? sender
  return [own, portal.config.replies!.address].includes(address) || replyTokenOf(portal, address) !== undefined
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

async function reject(
  portal: AppContext,
  { record, authentication }: { readonly record: MailRecord; readonly authentication: Authentication },
  reason: RejectionReason,
): Promise<void> {
  await insertRejected(portal.db, record, reason)
  if (authentication.confirmed) await notifyOfRejection(portal, portal.db, record, reason)
}

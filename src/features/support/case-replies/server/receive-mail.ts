import { readReplyToken, replyTokenOf } from '#features/support/case-notifications/server/index.ts'
import type { FileStore } from '#kit/server/files/file-store.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { isOwnMessageId } from '#kit/server/send-mail.ts'
import type { RejectionReason } from '../contract.ts'
import { readAuthentication } from './authentication-results.ts'
import { takeApart } from './mail-work.ts'
import type { MailRecord } from './received-mail-store.ts'
import { recordTaken, rejectMail } from './reject-mail.ts'
import { takeReply } from './take-reply.ts'
import { isOwnAddress } from './what-was-sent.ts'

/** A mail as SMTP delivers it. */
export type DeliveredMail = {
  readonly raw: Buffer
  /** MAIL FROM; empty for a bounce. */
  readonly from: string
  /** The addresses of the portal among RCPT TO. */
  readonly recipients: readonly string[]
  /** It was not accepted before its content was complete. */
  readonly early?: 'TOO_LARGE' | 'TOO_MANY_RECIPIENTS'
  readonly size: number
}

/** A mail to an address of the portal, named by what is after its plus. */
export type AddressedMail = {
  readonly token: string
  readonly sender: string
  /** The relay confirms the sender. */
  readonly confirmed: boolean
  /** The texts of its calendar parts. */
  readonly calendars: readonly string[]
}
/** Takes mail that is about something else than a case; undefined for a token that is not its own. */
export type MailTaker = (portal: AppContext, mail: AddressedMail) => Promise<'TAKEN' | RejectionReason | undefined>

/**
 * Makes a delivered mail a comment, or stores the reason why it is none, and then notifies its sender: never a program, and
 * never an address that the relay does not confirm.
 */
export async function receiveDelivered(
  portal: AppContext,
  store: FileStore,
  deliveredMail: DeliveredMail,
  takers: readonly MailTaker[] = [],
): Promise<void> {
  const { head, results, reason, content, calendars } = await takeApart(deliveredMail.raw)
  const { confirmed: isConfirmed, ...authentication } = readAuthentication(
    results,
    portal.config.replies!.authservId,
    head.sender,
  )
  const token = await tokenOf(portal, deliveredMail.recipients)
  const record: MailRecord = { ...head, size: deliveredMail.size, ...authentication, ...token }
  const early =
    deliveredMail.early ??
    (isOwnMessageId(head.messageId) || isOwnAddress(portal, head.sender) ? 'LOOP' : undefined) ??
    (deliveredMail.from === '' ? 'BOUNCE' : reason)
  // Calendar programs answer by themselves, so that a program wrote it is no reason.
  const isOther = !token && (early === undefined || early === 'AUTOMATIC')
  const taker = isOther
    ? await takenBy(portal, takers, deliveredMail, { sender: head.sender, confirmed: isConfirmed, calendars })
    : undefined
  const why = reasonBefore(token !== undefined, early, isConfirmed)
  const mail = {
    record,
    confirmed: isConfirmed,
    raw: deliveredMail.raw,
    content,
    isWhole: deliveredMail.early !== 'TOO_LARGE',
  }
  if (taker === 'TAKEN') return recordTaken(portal, store, mail)
  if (taker) return rejectMail(portal, store, { ...mail, isOther: true }, { reason: taker })
  if (why || !token) return rejectMail(portal, store, mail, { reason: why ?? 'FORGED_TOKEN' })
  const rejectedReason = await takeReply(portal, store, { ...mail, token })
  if (rejectedReason) await rejectMail(portal, store, mail, rejectedReason)
}

function reasonBefore(
  hasToken: boolean,
  early: RejectionReason | undefined,
  isConfirmed: boolean,
): RejectionReason | undefined {
  if (!hasToken) return early ?? 'FORGED_TOKEN'
  return isConfirmed ? early : (early ?? 'NOT_AUTHENTICATED')
}

async function takenBy(
  portal: AppContext,
  takers: readonly MailTaker[],
  { recipients }: DeliveredMail,
  mail: Omit<AddressedMail, 'token'>,
): Promise<'TAKEN' | RejectionReason | undefined> {
  for (const address of recipients) {
    const token = replyTokenOf(portal, address)
    for (const take of token === undefined ? [] : takers) {
      const outcome = await take(portal, { ...mail, token: token as string })
      if (outcome) return outcome
    }
  }
  return undefined
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

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
  given: DeliveredMail,
  takers: readonly MailTaker[] = [],
): Promise<void> {
  const { head, results, reason, content, calendars } = await takeApart(given.raw)
  const { confirmed, ...authentication } = readAuthentication(results, portal.config.replies!.authservId, head.sender)
  const token = await tokenOf(portal, given.recipients)
  const record: MailRecord = { ...head, size: given.size, ...authentication, ...token }
  const early =
    given.early ??
    (isOwnMessageId(head.messageId) || isOwnAddress(portal, head.sender) ? 'LOOP' : undefined) ??
    (given.from === '' ? 'BOUNCE' : reason)
  // Calendar programs answer by themselves, so that a program wrote it is no reason.
  const isOther = !token && (early === undefined || early === 'AUTOMATIC')
  const taken = isOther
    ? await takenBy(portal, takers, given, { sender: head.sender, confirmed, calendars })
    : undefined
  const why = reasonBefore(token !== undefined, early, confirmed)
  const mail = { record, confirmed, raw: given.raw, content, isWhole: given.early !== 'TOO_LARGE' }
  if (taken === 'TAKEN') return recordTaken(portal, store, mail)
  if (taken) return rejectMail(portal, store, { ...mail, isOther: true }, { reason: taken })
  if (why || !token) return rejectMail(portal, store, mail, { reason: why ?? 'FORGED_TOKEN' })
  const rejected = await takeReply(portal, store, { ...mail, token })
  if (rejected) await rejectMail(portal, store, mail, rejected)
}

function reasonBefore(
  hasToken: boolean,
  early: RejectionReason | undefined,
  confirmed: boolean,
): RejectionReason | undefined {
  if (!hasToken) return early ?? 'FORGED_TOKEN'
  return confirmed ? early : (early ?? 'NOT_AUTHENTICATED')
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

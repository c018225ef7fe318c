import { sql } from 'kysely'
import { type ReplyToken, replyMarker, replyTokenOf } from '#features/support/case-notifications/server/index.ts'
import { mailSender } from '#kit/server/mail.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { addresses, type SentTexts } from './own-text.ts'

/** Mails and comments that a reply is compared with; users reply to the newest. */
const NEWEST = 50

/** What a user was sent about a case, and what the mails of the portal are known by in a text of the user. */
export async function sentTo(portal: AppContext, { caseId, userId }: ReplyToken, text: string): Promise<SentTexts> {
  const { rows } = await sql<{ text: string }>`
    (select body_text as text from mail_outbox
     where thread = ${`case-${caseId}`} and recipient = (select email from users where id = ${userId}) order by id desc limit ${NEWEST})
    union all
    (select m.body from case_comments m join cases c on c.id = m.case_id and not c.internal
     where m.case_id = ${caseId} order by m.id desc limit ${NEWEST})`.execute(portal.db)
  const namedAddresses = new Set(text.toLowerCase().match(addresses))
  return {
    texts: rows.map(({ text }) => text),
    name: senderOf(portal).name,
    addresses: [...namedAddresses].filter((address) => isOwnAddress(portal, address)),
    marker: replyMarker,
  }
}

/** Whether a mail from this address is one of the portal's own. */
export function isOwnAddress(portal: AppContext, address: string): boolean {
  return address === senderOf(portal).address || isReplyAddress(portal, address)
}

function isReplyAddress(portal: AppContext, address: string): boolean {
  return address === portal.config.replies!.address.toLowerCase() || replyTokenOf(portal, address) !== undefined
}

/** The setting is an address, or a name and an address in angle brackets. */
function senderOf({ settings }: AppContext): { address: string; name: string } {
  const sender = settings.valueOf(mailSender)
  const at = sender.lastIndexOf('<')
  if (at < 0) return { address: sender.toLowerCase(), name: '' }
  return {
    address: sender.slice(at + 1, -1).toLowerCase(),
    name: sender.slice(0, at).replaceAll('"', '').trim(),
  }
}

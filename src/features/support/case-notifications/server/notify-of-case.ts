import type { EventMailText } from '#features/messaging/announcements/server/index.ts'
import { readCases, seeInternal } from '#features/support/case-access/contract.ts'
import type { Recipient } from '#features/support/case-access/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import type { RecordedEvent } from '#kit/server/events/event.ts'
import { html } from '#kit/server/html.ts'
import type { MailExtras } from '#kit/server/notification.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { serverTexts } from '../texts.ts'
import { sentenceOf, textIn, valuesOf } from './case-kinds.ts'
import { caseMailTexts } from './case-mail-texts.ts'
import type { CaseNews } from './case-news.ts'
import type { CaseNotification } from './case-notification.ts'
import { casePath } from './case-path.ts'
import { replyAddresses } from './reply-address.ts'

/** The first line of a mail that takes a reply: from there on, a reply quotes it. */
export const replyMarker = serverTexts.replyAbove

/**
 * Notifies the users whom an event of a case concerns. In their quiet hours what can wait does, except that of an outage;
 * users who chose mail about more than their own cases get mail alone.
 */
export async function notifyOfCase(
  portal: AppContext,
  { event, about, kind, restated }: CaseNews,
  recipients: readonly Recipient[],
  tx: Tx,
): Promise<void> {
  if (recipients.length === 0) return
  const isInternal = about.internal || event.audience !== 'account'
  const replyAddress = takesReplies(event, about) ? await replyAddresses(portal, tx) : undefined
  const texts = await caseMailTexts(portal, { event, about, kind }, recipients, tx)
  await portal.notifier.notify(tx, kind.kind, {
    to: recipients.map(({ id: userId, wants }) => ({ userId, channels: wants })),
    values: valuesOf(kind, event, about),
    key: String(event.id),
    thread: threadOf(about),
    link: casePath(about),
    readable: { permission: isInternal ? seeInternal : readCases, accountId: about.accountId },
    urgent: about.type === 'OUTAGE',
    restated,
    mail: ({ userId, address }) =>
      mailOf(
        { event, about, kind },
        texts?.get(address),
        userId === undefined ? undefined : replyAddress?.(about.id, userId),
      ),
  })
}

/** The thread of the notifications about a case. */
export function threadOf({ id }: Pick<CaseNotification, 'id'>): string {
  return `case-${id}`
}

/** The text of the bound template, or the usual one, and what was said; above it the line for replies. */
function mailOf(
  { event, about, kind }: CaseNews,
  text: EventMailText | undefined,
  replyTo: string | undefined,
): MailExtras {
  const said = textIn(event)
    .split(/\n{2,}/)
    .filter((paragraph) => paragraph.trim() !== '')
  const marker = replyTo === undefined ? [] : [replyMarker]
  if (!text) return { replyTo, paragraphs: [...marker, sentenceOf(kind, event, about), ...said] }
  return {
    replyTo,
    subject: `[${about.key}] ${text.subject}`,
    paragraphs: [...marker, ...text.paragraphs, ...said],
    formatted: html`${marker.map((line) => html`<p>${line}</p>\n`)}${text.formatted}${said.map((paragraph) => html`<p>${paragraph}</p>\n`)}`,
  }
}

/** A reply becomes a comment that customers read, so mails about what they do not read have no address for one. */
function takesReplies(event: RecordedEvent, { internal, id }: CaseNotification): boolean {
  return event.audience === 'account' && !internal && id !== 0
}

import { CASE_MAIL, type EventMailText, unsubscribeUrls } from '#features/messaging/announcements/server/index.ts'
import { quietEnds } from '#features/messaging/delivery-times/server/index.ts'
import type { Recipient } from '#features/support/case-access/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import type { RecordedEvent } from '#kit/server/events/event.ts'
import { html } from '#kit/server/html.ts'
import { queueMail } from '#kit/server/mail.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { serverTexts } from '../texts.ts'
import { headingOf } from './case-change-text.ts'
import { keepForDigests } from './case-digest.ts'
import { caseMailTexts } from './case-mail-texts.ts'
import type { CaseNotification } from './case-notification.ts'
import { caseUrl } from './case-url.ts'
import { replyAddresses } from './reply-address.ts'

/** The first line of a mail that takes a reply: from there on, a reply quotes it. */
export const replyMarker = serverTexts.replyAbove

/** Of a comment, in a digest. */
const LONGEST_EXCERPT = 500

/**
 * Mails the users whom an event of a case concerns, unless they want none. In their quiet hours the mail waits, except
 * that of an outage. For those who chose a digest it is kept for that.
 */
export async function mailUsers(
  portal: AppContext,
  event: RecordedEvent,
  events: CaseNotification,
  recipients: readonly Recipient[],
  tx: Tx,
): Promise<void> {
  if (recipients.length === 0) return
  const digestText = [headingOf(event, events), excerpt(saidIn(event).join(' '))].filter(Boolean).join(' ')
  const inDigest = await keepForDigests(tx, event, events, recipients, digestText)
  const replyAddress = await replyAddresses(portal, tx)
  const unsubscribeUrl = await unsubscribeUrls(portal, tx)
  const waitUntil =
    events.type === 'OUTAGE'
      ? undefined
      : await quietEnds(
          tx,
          recipients.map(({ id }) => id),
        )
  const texts = await caseMailTexts(portal, event, events, recipients, tx)
  for (const { id, username, blocked } of recipients) {
    if (blocked || inDigest.has(id)) continue
    const replyTo = takesReplies(event, events) ? replyAddress?.(events.id, id) : undefined
    await queueMail(tx, {
      to: username,
      ...withMarker(mailText(event, events, texts?.get(username)), replyTo),
      link: { label: 'Open case', url: caseUrl(portal, events) },
      key: keyOf(event.id, id),
      thread: threadOf(events),
      sendAt: waitUntil?.get(id),
      unsubscribeUrl: unsubscribeUrl(id, [CASE_MAIL]),
      replyTo,
    })
  }
}

/** The key of the mail about an event to a user, and the event and the user of a key. */
export function keyOf(eventId: number, userId: number): string {
  return `case ${eventId} ${userId}`
}
export function ofKey(key: string): { eventId: number; userId: number } {
  const [, eventId, userId] = key.split(' ')
  return { eventId: Number(eventId), userId: Number(userId) }
}

/** The thread of the mails about a case. */
export function threadOf({ id }: Pick<CaseNotification, 'id'>): string {
  return `case-${id}`
}

/** The text of the bound template, or the usual one, and what was said. */
function mailText(event: RecordedEvent, events: CaseNotification, text: EventMailText | undefined) {
  const said = saidIn(event)
  const subject = (title: string) => `[${events.key}] ${title}`
  if (!text) return { subject: subject(events.subject), paragraphs: [headingOf(event, events), ...said] }
  return {
    subject: subject(text.subject),
    paragraphs: [...text.paragraphs, ...said],
    formatted: html`${text.formatted}${said.map((paragraph) => html`<p>${paragraph}</p>\n`)}`,
  }
}

function withMarker<Text extends ReturnType<typeof mailText>>(text: Text, replyTo: string | undefined): Text {
  if (replyTo === undefined) return text
  return {
    ...text,
    paragraphs: [replyMarker, ...text.paragraphs],
    ...('formatted' in text ? { formatted: html`<p>${replyMarker}</p>\n${text.formatted}` } : {}),
  }
}

function excerpt(text: string): string {
  return text.length > LONGEST_EXCERPT ? `${text.slice(0, LONGEST_EXCERPT - 1)}…` : text
}

/** A reply becomes a comment that customers read, so mails about what they do not read have no address for one. */
function takesReplies(event: RecordedEvent, { internal, id }: CaseNotification): boolean {
  return event.audience === 'account' && !internal && id !== 0
}

/** The text as paragraphs of plain text: Markdown is shown as typed. */
function saidIn({ data }: RecordedEvent): string[] {
  const { comment, internalComment } = (data.changes ?? {}) as Record<string, [unknown, string] | undefined>
  const text = (comment ?? internalComment)?.[1] ?? ''
  return text.split(/\n{2,}/).filter((paragraph) => paragraph.trim() !== '')
}

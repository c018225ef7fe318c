import { CASE_MAIL, unsubscribeUrls } from '#features/messaging/announcements/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import type { RecordedEvent } from '#kit/server/events/event.ts'
import { queueMail } from '#kit/server/mail.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { type CaseNotification, isFiling } from './case-notification.ts'
import type { Recipient } from './possible-recipients.ts'
import { replyAddresses } from './reply-address.ts'

/** Mails the users whom an event of a case concerns, unless they want none. */
export async function mailUsers(
  portal: AppContext,
  event: RecordedEvent,
  events: CaseNotification,
  recipients: readonly Recipient[],
  tx: Tx,
): Promise<void> {
  if (recipients.length === 0) return
  const replyAddress = await replyAddresses(portal, tx)
  const unsubscribeUrl = await unsubscribeUrls(portal, tx)
  for (const { id, username, blocked } of recipients) {
    if (blocked) continue
    await queueMail(tx, {
      to: username,
      subject: `[${events.key}] ${events.subject}`,
      paragraphs: [headingOf(event, events), ...saidIn(event)],
      link: { label: 'Open case', url: linkOf(portal, events) },
      key: `case ${event.id} ${id}`,
      thread: `case-${events.id}`,
      unsubscribeUrl: unsubscribeUrl(id, [CASE_MAIL]),
      replyTo: takesReplies(event, events) ? replyAddress?.(events.id, id) : undefined,
    })
  }
}

/** A reply becomes a comment that customers read, so mails about what they do not read have no address for one. */
function takesReplies(event: RecordedEvent, { internal, id }: CaseNotification): boolean {
  return event.audience === 'account' && !internal && id !== 0
}

function headingOf(event: RecordedEvent, { key, priority }: CaseNotification): string {
  const { name, actorName, data } = event
  const who = actorName ?? 'A user'
  if (data.serviceDown) return `${who} reported in ${key} that service is down.`
  if (isFiling(event)) return `${who} filed ${key} (priority ${words(priority)}).`
  if (name === 'case.milestone-reached')
    return `The fix for ${key} is in a release that was delivered to you. Confirm in the case that it is fixed.`
  if (name === 'case.clock-warned') return `${clockOf(data)} of ${key} is due soon: ${dueOf(data)}.`
  if (name === 'case.clock-breached') return `${clockOf(data)} of ${key} is overdue since ${dueOf(data)}.`
  if (name === 'case.outage-update-missed') return `The next public update of the outage ${key} is overdue.`
  if (name === 'case.outage-report-published') return `${who} published the reason-for-outage report of ${key}.`
  const status = (data.changes as { status?: [string, string] } | undefined)?.status
  const moved = status ? ` The status changed from ${words(status[0])} to ${words(status[1])}.` : ''
  if (name === 'case.internally-commented') return `${who} added an internal comment to ${key}.`
  return name === 'case.commented' ? `${who} commented on ${key}.${moved}` : `${who} changed ${key}.${moved}`
}

function clockOf({ clock }: RecordedEvent['data']): string {
  const name = words(String(clock))
  return `The SLA clock "${name}"`
}

function dueOf({ due }: RecordedEvent['data']): string {
  return `${String(due).slice(0, 16).replace('T', ' ')} UTC`
}

/** The text as paragraphs of plain text: Markdown is shown as typed. */
function saidIn({ data }: RecordedEvent): string[] {
  const { comment, internalComment } = (data.changes ?? {}) as Record<string, [unknown, string] | undefined>
  const text = (comment ?? internalComment)?.[1] ?? ''
  return text.split(/\n{2,}/).filter((paragraph) => paragraph.trim() !== '')
}

function linkOf(portal: AppContext, { account, accountId, internal, key }: CaseNotification): string {
  return `${portal.publicUrl()}/${account}/${accountId}/${internal ? 'internal/' : ''}support/customerCases?id=${key}&tab=activity`
}

function words(value: string): string {
  return value.toLowerCase().replaceAll('_', ' ')
}

import { readEveryCase, seeInternal } from '#features/support/case-access/contract.ts'
import type { Recipient } from '#features/support/case-access/server/index.ts'
import {
  accountCasesUpdated,
  type CaseMessage,
  caseFiled,
  caseNotified,
  casesUpdated,
} from '#features/support/cases/contract.ts'
import type { Tx } from '#kit/server/database.ts'
import type { RecordedEvent } from '#kit/server/events/event.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { type CaseNotification, isFiling, toNotification } from './case-notification.ts'

/** Lists and pages of users who may see the case. */
export async function publishListChange(
  portal: AppContext,
  event: RecordedEvent,
  events: CaseNotification,
  tx: Tx,
): Promise<void> {
  const common = {
    account: events.account,
    body: messageOf(event, events),
    eventId: event.id,
    requestId: event.requestId,
  }
  const params = { vendor: portal.config.vendor.id }
  await portal.live.publish(tx, { topic: casesUpdated, params, permission: seeInternal, ...common })
  // Events for vendor staff are never published where a customer listens; contractors are notified of their own cases
  // alone.
  if (event.audience === 'account' && !events.internal)
    await portal.live.publish(tx, {
      topic: accountCasesUpdated,
      params: { account: events.account },
      permission: readEveryCase,
      ...common,
    })
}

/** Users who have the case open, of a change to something that belongs to it. */
export async function publishCaseChange(portal: AppContext, event: RecordedEvent, key: string, tx: Tx): Promise<void> {
  const about: RecordedEvent = { ...event, subjectId: key, audience: 'account' }
  const events = await toNotification(about, tx)
  if (events) await publishListChange(portal, about, events, tx)
}

/** Users whom the event concerns: a filed case, or a comment in one. */
export async function notifyRecipients(
  portal: AppContext,
  event: RecordedEvent,
  events: CaseNotification,
  recipients: readonly Recipient[],
  tx: Tx,
): Promise<void> {
  const { key, account, subject, internal, status } = events
  const about = { key, account, subject, internal, status, event: event.name, by: event.actorName }
  const notice = { id: String(event.id), type: 'issueTracker' as const, ...about }
  for (const { id, wants } of recipients) {
    if (!wants.includes('inbox')) continue
    const common = { to: { userId: String(id) }, eventId: event.id, requestId: event.requestId }
    if (isFiling(event)) await portal.live.publish(tx, { topic: caseFiled, body: messageOf(event, events), ...common })
    else await portal.live.publish(tx, { topic: caseNotified, body: notice, ...common })
  }
}

function messageOf(
  event: RecordedEvent,
  { key, account, status, priority, type, subject, internal }: CaseNotification,
): CaseMessage {
  return { key, account, event: event.name, status, priority, type, subject, internal, by: event.actorName }
}

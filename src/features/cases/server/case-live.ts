import type { Tx } from '#kit/server/database.ts'
import type { RecordedEvent } from '#kit/server/events/event.ts'
import type { Portal } from '#kit/server/portal.ts'
import {
  accountCasesUpdated,
  type CaseMessage,
  caseFiled,
  caseNotified,
  casesUpdated,
  readEveryCase,
  seeInternal,
} from '../contract.ts'
import { type CaseNews, isFiling, newsOf } from './case-news.ts'
import type { Hearer } from './people.ts'

/** Lists and pages of those who may see the case. */
export async function tellLists(portal: Portal, event: RecordedEvent, news: CaseNews, tx: Tx): Promise<void> {
  const common = { account: news.account, body: messageOf(event, news), eventId: event.id, requestId: event.requestId }
  const params = { vendor: portal.config.vendor.id }
  await portal.live.publish(tx, { topic: casesUpdated, params, permission: seeInternal, ...common })
  // What is meant for vendor staff is never published where a customer listens; contractors hear of their own cases alone.
  if (event.audience === 'account' && !news.internal)
    await portal.live.publish(tx, {
      topic: accountCasesUpdated,
      params: { account: news.account },
      permission: readEveryCase,
      ...common,
    })
}

/** Those who have the case open, of something that happened to what hangs on it. */
export async function tellOfCase(portal: Portal, event: RecordedEvent, key: string, tx: Tx): Promise<void> {
  const about: RecordedEvent = { ...event, subjectId: key, audience: 'account' }
  const news = await newsOf(about, tx)
  if (news) await tellLists(portal, about, news, tx)
}

/** Those whom the event concerns: a filed case, or what was said in one. */
export async function tellPeople(
  portal: Portal,
  event: RecordedEvent,
  news: CaseNews,
  told: readonly Hearer[],
  tx: Tx,
): Promise<void> {
  const { key, account, subject, internal } = news
  const about = { key, account, subject, internal, by: event.actorName }
  const notice = { id: String(event.id), type: 'issueTracker' as const, ...about }
  for (const { id } of told) {
    const common = { to: { personId: String(id) }, eventId: event.id, requestId: event.requestId }
    if (isFiling(event)) await portal.live.publish(tx, { topic: caseFiled, body: messageOf(event, news), ...common })
    else await portal.live.publish(tx, { topic: caseNotified, body: notice, ...common })
  }
}

function messageOf(
  event: RecordedEvent,
  { key, account, status, priority, type, subject, internal }: CaseNews,
): CaseMessage {
  return { key, account, event: event.name, status, priority, type, subject, internal, by: event.actorName }
}

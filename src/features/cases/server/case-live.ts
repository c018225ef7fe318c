import type { Tx } from '#kit/server/database.ts'
import type { RecordedEvent } from '#kit/server/events/event.ts'
import type { Reaction } from '#kit/server/events/pump.ts'
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
import { type CaseNews, newsOf, toldOf } from './case-news.ts'

const changes = [
  'case.created',
  'case.internal-created',
  'case.edited',
  'case.internal-edited',
  'case.moved',
  'case.internal-moved',
  'case.deleted',
  'case.watched',
  'case.unwatched',
  'case.commented',
  'case.comment-edited',
  'case.comment-deleted',
  'case.internally-commented',
  'case.internal-comment-edited',
  'case.internal-comment-deleted',
  'case.attachment-added',
  'case.attachment-deleted',
]
const filed = ['case.created', 'case.internal-created']
const said = ['case.commented', 'case.internally-commented', 'case.moved', 'case.internal-moved']

/** Live messages of cases: lists and pages of those who may see them, and word to those whom an event concerns. */
export function liveReactions(portal: Portal): Reaction[] {
  return changes.map((event) => ({
    event,
    name: 'case-live',
    async run(recorded, tx) {
      const news = recorded.data.imported ? undefined : await newsOf(recorded, tx)
      if (!news) return
      await tellLists(portal, recorded, news, tx)
      if (filed.includes(recorded.name) || said.includes(recorded.name)) await tellPeople(portal, recorded, news, tx)
    },
  }))
}

async function tellLists(portal: Portal, event: RecordedEvent, news: CaseNews, tx: Tx): Promise<void> {
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

async function tellPeople(portal: Portal, event: RecordedEvent, news: CaseNews, tx: Tx): Promise<void> {
  const { key, account, subject } = news
  const notice = { id: String(event.id), type: 'issueTracker' as const, key, account, subject, by: event.actorName }
  for (const { id } of await toldOf(event, news, tx)) {
    const common = { to: { personId: String(id) }, eventId: event.id, requestId: event.requestId }
    if (filed.includes(event.name))
      await portal.live.publish(tx, { topic: caseFiled, body: messageOf(event, news), ...common })
    else await portal.live.publish(tx, { topic: caseNotified, body: notice, ...common })
  }
}

function messageOf(
  event: RecordedEvent,
  { key, account, status, priority, type, subject, internal }: CaseNews,
): CaseMessage {
  return { key, account, event: event.name, status, priority, type, subject, internal, by: event.actorName }
}

import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import type { RecordedEvent } from '#kit/server/events/event.ts'
import type { EventHandler } from '#kit/server/events/event-handler.ts'
import type { AppContext } from '#kit/server/portal.ts'
import {
  type ChatFact,
  channelOpened,
  chatChanged,
  internalChatChanged,
  internalMessageDeleted,
  internalMessageEdited,
  internalMessageSent,
  membersAdded,
  messageDeleted,
  messageEdited,
  messageFiled,
  messageSent,
} from '../contract.ts'

const customerFacts: Readonly<Record<string, ChatFact['event']>> = {
  [channelOpened.name]: 'members',
  [membersAdded.name]: 'members',
  [messageSent.name]: 'sent',
  [messageEdited.name]: 'edited',
  [messageDeleted.name]: 'deleted',
  [messageFiled.name]: 'filed',
}
const internalFacts: Readonly<Record<string, ChatFact['event']>> = {
  [internalMessageSent.name]: 'sent',
  [internalMessageEdited.name]: 'edited',
  [internalMessageDeleted.name]: 'deleted',
}

/** Live messages to the pages that show the channel; those of the internal side have a topic of their own. */
export function chatEventHandlers(portal: AppContext): EventHandler[] {
  return [
    ...handlersOf(customerFacts, (event, tx) => publishFact(portal, event, tx, chatChanged)),
    ...handlersOf(internalFacts, (event, tx) => publishFact(portal, event, tx, internalChatChanged)),
  ]
}

function handlersOf(
  facts: Readonly<Record<string, ChatFact['event']>>,
  run: (event: RecordedEvent & { readonly fact: ChatFact['event'] }, tx: Tx) => Promise<void>,
): EventHandler[] {
  return Object.entries(facts).map(([event, fact]) => ({
    event,
    name: 'chat.live',
    run: (recorded, tx) => run({ ...recorded, fact }, tx),
  }))
}

async function publishFact(
  portal: AppContext,
  event: RecordedEvent & { readonly fact: ChatFact['event'] },
  tx: Tx,
  topic: typeof chatChanged | typeof internalChatChanged,
): Promise<void> {
  const { rows } = await sql<{ name: string }>`select name from accounts where id = ${event.accountId}`.execute(tx)
  if (!rows[0]) return
  await portal.live.publish(tx, {
    topic,
    params: { account: rows[0].name },
    body: {
      event: event.fact,
      channelId: String(event.subjectId),
      timestamp: typeof event.data.timestamp === 'string' ? event.data.timestamp : null,
      userId: event.actorId === null ? null : String(event.actorId),
      by: event.actorName,
    },
    eventId: event.id,
    requestId: event.requestId,
  })
}

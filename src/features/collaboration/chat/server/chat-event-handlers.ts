import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import type { RecordedEvent } from '#kit/server/events/event.ts'
import { type EventHandler, on } from '#kit/server/events/event-handler.ts'
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

const customerEvents = [channelOpened, membersAdded, messageSent, messageEdited, messageDeleted, messageFiled]
const internalEvents = [internalMessageSent, internalMessageEdited, internalMessageDeleted]
type ChatEvent = RecordedEvent<(typeof customerEvents)[number] | (typeof internalEvents)[number]>

const facts: Readonly<Record<ChatEvent['name'], ChatFact['event']>> = {
  [channelOpened.name]: 'members',
  [membersAdded.name]: 'members',
  [messageSent.name]: 'sent',
  [messageEdited.name]: 'edited',
  [messageDeleted.name]: 'deleted',
  [messageFiled.name]: 'filed',
  [internalMessageSent.name]: 'sent',
  [internalMessageEdited.name]: 'edited',
  [internalMessageDeleted.name]: 'deleted',
}

/** Live messages to the pages that show the channel; those of the internal side have a topic of their own. */
export function chatEventHandlers(portal: AppContext): EventHandler[] {
  return [
    on(customerEvents, 'chat.live', (event, tx) => publishFact(portal, event, tx, chatChanged)),
    on(internalEvents, 'chat.live', (event, tx) => publishFact(portal, event, tx, internalChatChanged)),
  ]
}

async function publishFact(
  portal: AppContext,
  { data, ...event }: ChatEvent,
  tx: Tx,
  topic: typeof chatChanged | typeof internalChatChanged,
): Promise<void> {
  const { rows } = await sql<{ name: string }>`select name from accounts where id = ${event.accountId}`.execute(tx)
  if (!rows[0]) return
  await portal.live.publish(tx, {
    topic,
    params: { account: rows[0].name },
    body: {
      event: facts[event.name],
      channelId: String(event.subjectId),
      timestamp: ('timestamp' in data && data.timestamp) || null,
      userId: event.actorId === null ? null : String(event.actorId),
      by: event.actorName,
    },
    eventId: event.id,
    requestId: event.requestId,
  })
}

import { type RawBuilder, sql } from 'kysely'
import { notificationsOf } from '#features/platform/notification-groups/server/index.ts'
import { seeInternal } from '#features/support/case-access/contract.ts'
import { mentionedIn } from '#kit/contract/mentioned-in.ts'
import type { Tx } from '#kit/server/database.ts'
import type { RecordedEvent } from '#kit/server/events/event.ts'
import { type EventHandler, on } from '#kit/server/events/event-handler.ts'
import { defineNotification } from '#kit/server/notification.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { internalMessageDeleted, internalMessageSent, messageDeleted, messageSent, readChat } from '../contract.ts'
import { chatPath } from '../paths.ts'
import { readsChat } from './chat-readers.ts'
import { type AnyFace, customerFace, internalFace } from './face.ts'
import { isPresent } from './presence.ts'
import { microsecondsOf } from './timestamp.ts'

/** They have no text of the message, which may be edited or deleted. */
const shared = {
  group: notificationsOf.chat,
  text: 'Open the chat to read it.',
  open: 'Open the chat',
  readable: [readChat, seeInternal],
} as const

/** To members: of their first unread message alone. */
const messageWaits = defineNotification('chat.message', { ...shared, title: '{who} wrote in the chat of {place}' })

/** To those whom a message mentions, members or not. */
const mentioned = defineNotification('chat.mentioned', {
  ...shared,
  title: '{who} mentioned you in the chat of {place}',
})

/** What notifications of one side of a channel have in common: a user who reads it has them taken back. */
export function chatThread(face: AnyFace, channelId: number | string): string {
  return `chat-${channelId}${face.kind === 'internal' ? '-internal' : ''}`
}

/** Notifies of new messages those who do not have the channel open. */
export function chatNotifications(portal: AppContext): EventHandler[] {
  return [
    on(messageSent, 'chat.notify', (event, tx) => notifyOfMessage(portal, customerFace, event, tx)),
    on(internalMessageSent, 'chat.notify', (event, tx) => notifyOfMessage(portal, internalFace, event, tx)),
    on(messageDeleted, 'chat.take-back', (event, tx) => takeBack(portal, customerFace, event, tx)),
    on(internalMessageDeleted, 'chat.take-back', (event, tx) => takeBack(portal, internalFace, event, tx)),
  ]
}

type Sent = RecordedEvent<typeof messageSent | typeof internalMessageSent>
type Message = {
  readonly body: string
  readonly accountId: number
  readonly account: string
  readonly accountName: string
  readonly caseKey: string | null
}

async function notifyOfMessage(portal: AppContext, face: AnyFace, event: Sent, tx: Tx): Promise<void> {
  const { subjectId, actorId, actorName, data } = event
  const channelId = Number(subjectId)
  const ts = microsecondsOf(data.timestamp)
  const { rows } = await sql<Message>`
    select x.body, a.id as "accountId", a.name as account, a.display_name as "accountName", (select key from cases where id = c.case_id) as "caseKey"
    from ${sql.table(face.messages)} x join chat_channels c on c.id = x.channel_id join accounts a on a.id = c.account_id
    where x.channel_id = ${channelId} and x.ts = ${ts}`.execute(tx)
  const [message] = rows
  if (!message) return
  const { accountId, account, accountName, caseKey } = message
  const reads = sql`u.id is distinct from ${actorId} and ${readsChat(accountId, { staffOnly: face.kind === 'internal' })}
    and not ${isPresent(channelId)}`
  const names = mentionedIn(message.body)
  const named = names.length > 0 ? await usersWhere(tx, sql`u.email = any(${names}::text[]) and ${reads}`) : []
  const waiting = await usersWhere(
    tx,
    sql`${reads} and u.id in (select m.user_id from chat_members m where m.channel_id = ${channelId} and m.${sql.ref(face.readUpTo)} < ${ts}
      and not exists (select from ${sql.table(face.messages)} x where x.channel_id = ${channelId} and x.author_id is distinct from m.user_id
        and x.ts > m.${sql.ref(face.readUpTo)} and x.ts < ${ts}))`,
  )
  const isNamed = new Set(named.map(({ userId }) => userId))
  const about = {
    values: { who: actorName ?? 'A user', place: caseKey ?? accountName },
    link: chatPath({ account, accountId }, { channel: channelId, message: data.timestamp }),
    key: `${channelId}-${ts}`,
    thread: chatThread(face, channelId),
    readable: { permission: face.reads, accountId },
  }
  await portal.notifier.notify(tx, mentioned, { ...about, to: named })
  await portal.notifier.notify(tx, messageWaits, { ...about, to: waiting.filter(({ userId }) => !isNamed.has(userId)) })
}

/** What was deleted has nothing to read. */
async function takeBack(
  { notifier }: AppContext,
  face: AnyFace,
  { subjectId, data }: RecordedEvent<typeof messageDeleted | typeof internalMessageDeleted>,
  tx: Tx,
): Promise<void> {
  const keys = [`${subjectId}-${microsecondsOf(data.timestamp)}`]
  await notifier.takeBack(tx, { thread: chatThread(face, Number(subjectId)), keys })
}

async function usersWhere(tx: Tx, condition: RawBuilder<unknown>): Promise<{ readonly userId: number }[]> {
  const { rows } = await sql<{ userId: number }>`select u.id as "userId" from users u where ${condition}`.execute(tx)
  return rows
}

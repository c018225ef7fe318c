import { sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'
import { cappedTotal } from '#kit/server/list/hal-list.ts'
import type { CustomerMessage, InternalMessage } from '../contract.ts'
import { messageJson } from './chat-json.ts'
import type { Face } from './face.ts'
import { microsecondsOf } from './timestamp.ts'

type MessageQuery = {
  readonly size: number
  readonly before?: string | undefined
  readonly after?: string | undefined
  readonly threadId?: string | undefined
  readonly q?: string | undefined
}

/**
 * Messages of a channel, oldest first: the newest, or those nearest to a cursor. A thread begins with the message that
 * has a reply.
 */
export async function findMessages<Message extends CustomerMessage | InternalMessage>(
  db: Database,
  face: Face<Message>,
  channelId: number,
  { size, before, after, threadId, q }: MessageQuery,
) {
  const onward = after !== undefined && before === undefined
  const thread = threadId && microsecondsOf(threadId)
  const where = sql`m.channel_id = ${channelId}
    and ${before ? sql`m.ts < ${microsecondsOf(before)}` : sql`true`}
    and ${after ? sql`m.ts > ${microsecondsOf(after)}` : sql`true`}
    and ${thread ? sql`(m.thread_ts = ${thread} or m.ts = ${thread})` : sql`true`}
    and ${q ? sql`to_tsvector('simple', m.body) @@ plainto_tsquery('simple', ${q})` : sql`true`}`
  const direction = sql.raw(onward ? 'asc' : 'desc')
  const [messages, counts] = await Promise.all([
    sql<{ message: Message }>`
      select ${messageJson(face)} as message from (
        select * from ${sql.table(face.messages)} m where ${where} order by m.ts ${direction} limit ${size}) m
      join users u on u.id = m.author_id order by m.ts`.execute(db),
    thread || q
      ? sql<{ count: number }>`
          select count(*) as count from (
            select 1 from ${sql.table(face.messages)} m where ${where} limit 10001) found`.execute(db)
      : sql<{ count: number }>`
          select ${sql.ref(face.counter)} as count from chat_channels where id = ${channelId}`.execute(db),
  ])
  return {
    rows: messages.rows.map(({ message }) => message),
    total: cappedTotal(counts.rows[0]?.count ?? 0),
    lastUpdateTime: null,
  }
}

/** One message. */
export async function readMessage<Message extends CustomerMessage | InternalMessage>(
  db: Database | Tx,
  face: Face<Message>,
  channelId: number,
  ts: number,
): Promise<Message> {
  const { rows } = await sql<{ message: Message }>`
    select ${messageJson(face)} as message from ${sql.table(face.messages)} m join users u on u.id = m.author_id
    where m.channel_id = ${channelId} and m.ts = ${ts}`.execute(db)
  return rows[0]!.message
}

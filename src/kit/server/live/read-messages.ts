import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'
import type { Permission } from '#kit/contract/permission.ts'
import type { StoredMessage } from './message.ts'

/** What a subscriber missed, as far as it is still stored. */
export type MissedMessages = {
  /** The destination's newest sequence; 0 when nothing was ever sent there. */
  readonly current: number
  readonly messages: readonly StoredMessage[]
}

type Row = {
  id: string | number
  destination: string
  sequence: string | number
  event_id: string | number | null
  account: string | null
  audience: Permission | null
  request_id: string | null
  body: string
}

const columns: RawBuilder<Row> = sql`m.id, m.destination, m.sequence, m.event_id, m.account, m.audience, m.request_id, m.body`

/** The id of the newest message; 0 when there is none. */
export async function newestMessageId(db: QueryExecutorProvider): Promise<number> {
  const { rows } = await sql<{ id: string | number }>`select coalesce(max(id), 0) as id from live_messages`.execute(db)
  return Number(rows[0]?.id ?? 0)
}

/** Messages of all destinations after an id, in order of id, at most `limit`. */
export async function messagesAfter(db: QueryExecutorProvider, id: number, limit: number): Promise<StoredMessage[]> {
  const { rows } = await sql<Row>`
    select ${columns} from live_messages m where m.id > ${id} order by m.id limit ${limit}`.execute(db)
  return rows.map(toMessage)
}

/**
 * Messages of one destination after a sequence, in order, at most `limit`; with the current sequence, in one snapshot.
 */
export async function missedMessages(
  db: QueryExecutorProvider,
  destination: string,
  after: number,
  limit: number,
): Promise<MissedMessages> {
  const { rows } = await sql<Row & { current: string | number }>`
    select d.sequence as current, ${columns} from live_destinations d
    left join live_messages m on m.destination = d.destination and m.sequence > ${after}
    where d.destination = ${destination} order by m.sequence limit ${limit}`.execute(db)
  const messages = rows.filter((row) => row.id !== null).map(toMessage)
  return { current: Number(rows[0]?.current ?? 0), messages }
}

/** Whether anything that is still stored was published to a destination in the last `age` milliseconds. */
export async function wasPublished(db: QueryExecutorProvider, destination: string, age: number): Promise<boolean> {
  const { rows } = await sql<{ published: boolean }>`
    select at > clock_timestamp() - ${age} * interval '1 millisecond' as published from live_messages
    where destination = ${destination} order by sequence desc limit 1`.execute(db)
  return rows[0]?.published ?? false
}

function toMessage(row: Row): StoredMessage {
  return {
    id: Number(row.id),
    destination: row.destination,
    sequence: Number(row.sequence),
    eventId: row.event_id === null ? null : String(row.event_id),
    account: row.account,
    audience: row.audience,
    requestId: row.request_id,
    body: row.body,
  }
}

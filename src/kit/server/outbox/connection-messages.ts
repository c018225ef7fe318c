import { sql } from 'kysely'
import type { Database, Tx } from '../database.ts'
import { findPage } from '../list/find-page.ts'
import { type OutboxMessageState, wakeQueue } from './outbox-message.ts'

type WokenLine = { readonly line: string; readonly subject: string; readonly connection: string | null }

/** Undelivered messages of a connection, the oldest first, and how many there are in all. */
export async function listConnectionMessages(
  db: Database | Tx,
  connection: string,
  { states, page, size }: { states: readonly string[]; page: number; size: number },
): Promise<{ messages: OutboxMessageState[]; count: number }> {
  const where = sql`connection = ${connection} and state in ('WAITING', 'FAILED') and state = any(${states}::text[])`
  const { rows, total } = await findPage(db, {
    page,
    size,
    rows: sql<OutboxMessageState>`
      select id, subject, operation, state, attempts, error, posted_by as "postedBy", posted_at as "postedAt",
        settled_at as "settledAt", case when state = 'WAITING' then next_at end as "nextTryAt"
      from outbox where ${where} order by id`,
    of: sql`from outbox where ${where}`,
  })
  return { messages: rows, count: total.count }
}

/**
 * Sends these messages of a connection at once: failed ones, and those that wait for their next attempt. Returns the
 * subjects of those that there are.
 */
export async function retryConnectionMessages(tx: Tx, connection: string, ids: readonly number[]): Promise<string[]> {
  const { rows } = await sql<WokenLine>`
    update outbox set state = 'WAITING', next_at = now(), settled_at = null
    where id = any(${ids}::bigint[]) and connection = ${connection}
      and (state = 'FAILED' or (state = 'WAITING' and (claimed_until is null or claimed_until < now())))
    returning line, subject, connection`.execute(tx)
  return wake(tx, rows)
}

/** Sends all waiting messages of a connection at once: it works again. */
export async function sendWaitingMessages(tx: Tx, connection: string): Promise<void> {
  await sql`
    update outbox set next_at = now() where connection = ${connection} and state = 'WAITING' and next_at > now()`.execute(
    tx,
  )
  const { rows } = await sql<WokenLine>`
    select line, subject, connection from outbox where connection = ${connection} and state = 'WAITING' order by id limit 1`.execute(
    tx,
  )
  await wake(tx, rows)
}

/** Discards failed messages of a connection; returns the subjects of those that there are. */
export async function dropConnectionMessages(tx: Tx, connection: string, ids: readonly number[]): Promise<string[]> {
  const { rows } = await sql<Pick<WokenLine, 'subject'>>`
    update outbox set state = 'DROPPED', settled_at = now()
    where id = any(${ids}::bigint[]) and connection = ${connection} and state = 'FAILED' returning subject`.execute(tx)
  return rows.map(({ subject }) => subject)
}

/**
 * Sends the messages of a time again that were delivered, rejected or discarded: as new ones, in their order, each with
 * `replayed` in its content. Of those that are equal the last one is sent. Returns their subjects.
 */
export async function replayConnectionMessages(
  tx: Tx,
  connection: string,
  { from, to }: { from: Date; to: Date },
): Promise<string[]> {
  const ofTime = sql`connection = ${connection} and posted_at >= ${from} and posted_at < ${to}`
  const { rows } = await sql<WokenLine>`
    with found as (
      select distinct on (line, subject, operation, content - 'replayed') id, line, subject, operation, content, posted_by
      from outbox where ${ofTime} and state in ('DONE', 'FAILED', 'DROPPED')
      order by line, subject, operation, content - 'replayed', id desc
    ), superseded as (
      update outbox set state = 'DROPPED', settled_at = now() where ${ofTime} and state = 'FAILED'
    )
    insert into outbox (line, subject, connection, operation, content, posted_by)
    select line, subject, ${connection}, operation, content || '{"replayed": true}', posted_by from found order by id
    returning line, subject, connection`.execute(tx)
  return wake(tx, rows)
}

/** Discards failed messages about a subject of a connection: a newer one has all that they had. */
export async function dropFailedMessages(tx: Tx, connection: string, subject: string): Promise<void> {
  await sql`
    update outbox set state = 'DROPPED', settled_at = now()
    where connection = ${connection} and subject = ${subject} and state = 'FAILED'`.execute(tx)
}

/** From the commit on messages of the connection wait. False when they did already. */
export async function pauseConnectionMessages(tx: Tx, connection: string): Promise<boolean> {
  const { rows } = await sql`
    insert into outbox_paused (connection) values (${connection}) on conflict do nothing returning 1`.execute(tx)
  return rows.length > 0
}

/** Sends them again, what waited included. False when they were not paused. */
export async function resumeConnectionMessages(tx: Tx, connection: string): Promise<boolean> {
  const { rows } = await sql`delete from outbox_paused where connection = ${connection} returning 1`.execute(tx)
  if (rows.length > 0) await sendWaitingMessages(tx, connection)
  return rows.length > 0
}

/** One job sends everything of a connection. */
async function wake(tx: Tx, rows: readonly WokenLine[]): Promise<string[]> {
  const queues = new Map(rows.map((row) => [row.connection ?? `${row.line} ${row.subject}`, row]))
  for (const row of queues.values()) await wakeQueue(tx, row.line, row)
  return rows.map(({ subject }) => subject)
}

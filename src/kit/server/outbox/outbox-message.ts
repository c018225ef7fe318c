import { sql } from 'kysely'
import type { Database, Tx } from '../database.ts'
import { addJob } from '../jobs.ts'

/** A message to an outside system, sent once the transaction that wrote it has been committed. */
export type OutboxMessage = {
  readonly id: number
  /** Messages of one subject are delivered one after the other, in the order in which they were enqueued. */
  readonly subject: string
  readonly operation: string
  readonly content: Readonly<Record<string, unknown>>
  /** 1 at the first attempt; from 2 on the other side may have carried it out already. */
  readonly attempt: number
  readonly postedAt: Date
}

/** The state of an outbox message for operators. FAILED ones wait until a user sends them again or discards them. */
export type OutboxMessageState = {
  readonly id: number
  readonly operation: string
  readonly state: 'WAITING' | 'DONE' | 'FAILED' | 'DROPPED'
  readonly attempts: number
  /** The error text of the last attempt. */
  readonly error: string | null
  readonly postedBy: string | null
  readonly postedAt: Date
  readonly nextTryAt: Date | null
  readonly settledAt: Date | null
}

/**
 * Enqueues a message in the transaction of the change; it is delivered after the commit, at least once. Returns its id.
 */
export async function enqueueOutboxMessage(
  tx: Tx | Database,
  line: string,
  message: { subject: string; operation: string; content: object; postedBy?: string | undefined },
): Promise<number> {
  const { subject, operation: command, content, postedBy = null } = message
  const { rows } = await sql<{ id: number }>`
    insert into outbox (line, subject, operation, content, posted_by)
    values (${line}, ${subject}, ${command}, ${JSON.stringify(content)}::jsonb, ${postedBy}) returning id`.execute(tx)
  await wakeQueue(tx, line, subject)
  return rows[0]!.id
}

/** The messages about a subject, the newest first. */
export async function listOutboxMessages(
  db: Database | Tx,
  line: string,
  subject: string,
  { limit }: { limit: number },
): Promise<OutboxMessageState[]> {
  const { rows } = await sql<OutboxMessageState>`
    select id, operation, state, attempts, error, posted_by as "postedBy", posted_at as "postedAt", settled_at as "settledAt",
      case when state = 'WAITING' then next_at end as "nextTryAt"
    from outbox where line = ${line} and subject = ${subject} order by id desc limit ${limit}`.execute(db)
  return rows
}

/**
 * Sends a failed message, or one that waits for its next attempt, at once; false when there is none of that id to be
 * sent.
 */
export async function retryMessage(
  tx: Tx,
  line: string,
  { id, subject }: { id: number; subject: string },
): Promise<boolean> {
  const { rows } = await sql`
    update outbox set state = 'WAITING', next_at = now(), settled_at = null
    where id = ${id} and line = ${line} and subject = ${subject}
      and (state = 'FAILED' or (state = 'WAITING' and (claimed_until is null or claimed_until < now()))) returning id`.execute(
    tx,
  )
  if (rows.length > 0) await wakeQueue(tx, line, subject)
  return rows.length > 0
}

/** Sends waiting messages at once, those whose content has all of `content`: their destination is available again. */
export async function retryMessagesNow(tx: Tx, line: string, content: object): Promise<void> {
  const { rows } = await sql<{ subject: string }>`
    update outbox set next_at = now()
    where line = ${line} and state = 'WAITING' and content @> ${JSON.stringify(content)}::jsonb and next_at > now() returning subject`.execute(
    tx,
  )
  for (const subject of new Set(rows.map((row) => row.subject))) await wakeQueue(tx, line, subject)
}

/** Discards a failed message; false when there is no failed one of that id. */
export async function discardMessage(
  tx: Tx,
  line: string,
  { id, subject }: { id: number; subject: string },
): Promise<boolean> {
  const { rows } = await sql`
    update outbox set state = 'DROPPED', settled_at = now()
    where id = ${id} and line = ${line} and subject = ${subject} and state = 'FAILED' returning id`.execute(tx)
  return rows.length > 0
}

/** Discards every undelivered message about a subject, including one that is being sent. */
export async function discardMessages(tx: Tx, line: string, subject: string): Promise<void> {
  await sql`
    update outbox set state = 'DROPPED', settled_at = now()
    where line = ${line} and subject = ${subject} and state in ('WAITING', 'FAILED')`.execute(tx)
}

/** Deletes all messages about a subject, including undelivered ones. */
export async function deleteMessages(tx: Tx, line: string, subject: string): Promise<void> {
  await sql`delete from outbox where line = ${line} and subject = ${subject}`.execute(tx)
}

/** Schedules the processing of a subject's messages, now or at a time. */
export function wakeQueue(tx: Tx | Database, line: string, subject: string, runAt?: Date): Promise<void> {
  return addJob(tx, `outbox.${line}`, { subject }, runAt ? { runAt } : {})
}

import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { DataShape } from '#kit/contract/event.ts'
import type { Database, Tx } from '../database.ts'
import type { DataInput } from '../events/event.ts'
import { addJob, defineJob } from '../job.ts'
import type { MessageType, OutboxMessage } from './message-type.ts'

/** The state of an outbox message for operators. FAILED ones wait until a user sends them again or discards them. */
export type OutboxMessageState = {
  readonly id: number
  readonly subject: string
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
export async function enqueueOutboxMessage<Shape extends DataShape>(
  tx: Tx | Database,
  line: string,
  { operation }: MessageType<string, Shape>,
  message: { subject: string; connection?: string; content: DataInput<Shape>; postedBy?: string | undefined },
): Promise<number> {
  const { subject, connection = null, content, postedBy = null } = message
  const { rows } = await sql<{ id: number }>`
    insert into outbox (line, subject, connection, operation, content, posted_by)
    values (${line}, ${subject}, ${connection}, ${operation}, ${JSON.stringify(content)}::jsonb, ${postedBy}) returning id`.execute(
    tx,
  )
  await wakeQueue(tx, line, { subject, connection })
  return rows[0]!.id
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

/** The job that delivers messages of a queue: those of a connection, else those of a subject. */
export function deliveryOf(line: string) {
  return defineJob(`outbox.${line}`, { subject: z.string(), connection: z.nullish(z.string()) })
}

/** Schedules the processing of a subject's messages, now or at a time. */
export function wakeQueue(
  tx: Tx | Database,
  line: string,
  { subject, connection }: Pick<OutboxMessage, 'subject' | 'connection'>,
  runAt?: Date,
): Promise<void> {
  return addJob(tx, deliveryOf(line), { subject, connection }, runAt ? { runAt } : {})
}

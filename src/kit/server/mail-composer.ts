import { sql } from 'kysely'
import type { Database, Tx } from './database.ts'
import { addJob, defineJob } from './job.ts'
import type { Mail } from './mail-content.ts'

/** The task that sends the copies of mails for many users. */
export const SEND_COPIES = defineJob('mail.copies')

/** What a mail for many users is made of: a composer gives the two numbers their meaning. */
export type MailSource = { readonly sourceId: number; readonly part: number }

/** A copy as it is sent to one user. */
export type ComposedMail = Omit<Mail, 'key' | 'urgent'>

/**
 * Composes a mail for many users when it is sent. So the outbox holds no text of it, and what changed since it was
 * queued counts.
 */
export type MailComposer = {
  readonly name: string
  /** The mail of each of these users. Users without one are no longer to get it: their copies are dropped. */
  compose(db: Database | Tx, source: MailSource, userIds: readonly number[]): Promise<ReadonlyMap<number, ComposedMail>>
  /** Called in the transaction that records the end of copies that were not sent: rejected for good, or dropped. */
  notSent?(tx: Tx, source: MailSource, users: { failed: readonly number[]; dropped: readonly number[] }): Promise<void>
}

/** A user of a mail for many, and when their copy is sent at the earliest: now unless given. */
export type CopyFor = { readonly userId: number; readonly sendAt?: Date | undefined }

/** Enqueues a copy for each of these users, in the transaction of the change. The caller knows that none has one yet. */
export async function queueCopies(
  tx: Tx,
  { composer, sourceId, part, subject }: MailSource & { readonly composer: string; readonly subject: string },
  users: readonly CopyFor[],
): Promise<void> {
  if (users.length === 0) return
  await sql`
    with batch as (
      insert into mail_batches (composer, source_id, part, subject) values (${composer}, ${sourceId}, ${part}, ${subject})
      on conflict (composer, source_id, part) do update set subject = excluded.subject returning id
    )
    insert into mail_outbox (batch_id, user_id, send_at)
    select batch.id, c.user_id, coalesce(c.send_at, now()) from batch,
      unnest(${users.map(({ userId }) => userId)}::bigint[], ${users.map(({ sendAt }) => sendAt ?? null)}::timestamptz[]) as c(user_id, send_at)`.execute(
    tx,
  )
  await sendCopiesSoon(tx)
}

/** Starts the task that sends copies, after the commit. Only one runs at a time, whatever the number of processes. */
export async function sendCopiesSoon(tx: Tx | Database): Promise<void> {
  await addJob(tx, SEND_COPIES, {}, { key: SEND_COPIES.name, queue: SEND_COPIES.name, priority: 10 })
}

/** Cancels the copies of these sources that were not sent yet. */
export async function dropCopies(tx: Tx, composer: string, sourceIds: readonly number[]): Promise<void> {
  await sql`
    update mail_outbox m set state = 'DROPPED' from mail_batches b
    where b.composer = ${composer} and b.source_id = any(${[...sourceIds]}::bigint[]) and m.batch_id = b.id
      and m.state in ('WAITING', 'FAILED')`.execute(tx)
}

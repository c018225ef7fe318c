import { sql } from 'kysely'
import type { Tx } from '../database.ts'
import type { Task } from '../jobs.ts'
import type { AppContext } from '../portal.ts'
import { IntegrationError } from '../vendor/vendor-error.ts'
import { type OutboxMessage, wakeQueue } from './outbox-message.ts'

/** The destination of the messages of one queue. */
export type OutboxQueue = {
  readonly name: string
  /** Messages at once in each process, 2 by default. */
  readonly atOnce?: number
  /**
   * Delivers to the outside system. It may run again after a crash, so it first checks what is done already. An
   * `IntegrationError` that is not temporary is final; any other failure is retried.
   */
  deliver(message: OutboxMessage): Promise<void>
  /** The follow-up, in the transaction that records the result. */
  settled(tx: Tx, message: OutboxMessage, state: 'WAITING' | 'DONE' | 'FAILED'): Promise<void>
}

type Outcome =
  | { readonly state: 'DONE' }
  | { readonly state: 'WAITING' | 'FAILED'; readonly error: string; readonly waitMs: number }

/** After this many attempts, about half a day, a message needs a decision by a user. */
const MOST_TRIES = 16
const FIRST_WAIT_MS = 10_000
const LONGEST_WAIT_MS = 3_600_000
/** A message whose process has shown no sign of life for this long is taken over. */
const CLAIM = '30 seconds'
const BEAT_MS = 10_000
const KEPT = '30 days'
const UNTOLD = 'Something went wrong on our side. The log has the details.'

/**
 * The tasks that deliver the messages of a queue: a subject's one after the other, each at least once. A failure is
 * retried after 10 s, 30 s, 90 s … an hour, while later messages wait; a finally rejected message is set aside. Of the
 * messages of one connection one is sent at a time, so that a system that does not respond delays no other.
 */
export function outboxWorkerTasks({ db, log }: Pick<AppContext, 'db' | 'log'>, line: OutboxQueue): Task[] {
  return [
    {
      name: `outbox.${line.name}`,
      calls: line.name,
      ...(line.atOnce ? { atOnce: line.atOnce } : {}),
      async run(payload, stopping) {
        const { subject } = payload as { subject: string }
        const { stopped, forget } = endOf(stopping)
        try {
          let message = await claim(subject, null)
          while (message) {
            const current = message
            const outcome = await Promise.race([attempt(current), stopped])
            if (!outcome) return await release(current)
            await db.transaction().execute((tx) => note(tx, current, outcome))
            message = stopping?.aborted ? undefined : await claim(subject, current.connection)
          }
        } finally {
          forget()
        }
      },
    },
    { name: `outbox.${line.name}.sweep`, cron: '* * * * *', run: sweep },
  ]

  /**
   * The next message of the subject, else of another subject of the connection, now claimed; undefined when none is due
   * that no other process handles.
   */
  async function claim(subject: string, connection: string | null): Promise<OutboxMessage | undefined> {
    const { rows } = await sql<OutboxMessage>`
      update outbox set claimed_until = now() + ${CLAIM}::interval, attempts = attempts + 1
      where id = (
        select o.id from outbox o
        where o.line = ${line.name} and (o.subject = ${subject} or o.connection = ${connection}) and o.state = 'WAITING'
          and o.next_at <= now() and (o.claimed_until is null or o.claimed_until < now())
          and not exists (select from outbox e where e.line = o.line and e.subject = o.subject and e.state = 'WAITING' and e.id < o.id)
          and not exists (select from outbox b where b.connection = o.connection and b.state = 'WAITING' and b.claimed_until >= now())
          and not exists (select from outbox_paused p where p.connection = o.connection)
        order by o.subject = ${subject} desc, o.id limit 1 for update skip locked)
      returning id, subject, connection, operation, content, attempts as attempt, posted_at as "postedAt"`.execute(db)
    return rows[0]
  }

  async function attempt(message: OutboxMessage): Promise<Outcome> {
    const beat = setInterval(() => void keep(message).catch(() => undefined), BEAT_MS)
    try {
      await line.deliver(message)
      return { state: 'DONE' }
    } catch (failure) {
      const known = failure instanceof IntegrationError
      if (!known)
        log.error(
          { err: failure, line: line.name, operation: message.operation },
          'an outbox message was not delivered',
        )
      const final = (known && !failure.mayPass) || message.attempt >= MOST_TRIES
      const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 3 ** (message.attempt - 1)) * (0.9 + Math.random() / 5)
      const waitMs = Math.max(wait, (known && failure.waitMs) || 0)
      return { state: final ? 'FAILED' : 'WAITING', error: known ? failure.message : UNTOLD, waitMs }
    } finally {
      clearInterval(beat)
    }
  }

  /** Leaves a message to another process: it may be delivered once more. */
  async function release({ id, attempt: ours }: OutboxMessage): Promise<void> {
    await sql`
      update outbox set claimed_until = null, attempts = attempts - 1
      where id = ${id} and state = 'WAITING' and attempts = ${ours}`.execute(db)
  }

  async function keep({ id, attempt: ours }: OutboxMessage): Promise<void> {
    await sql`update outbox set claimed_until = now() + ${CLAIM}::interval where id = ${id} and attempts = ${ours}`.execute(
      db,
    )
  }

  /** Records the result, unless another process has taken the message over meanwhile. */
  async function note(tx: Tx, message: OutboxMessage, outcome: Outcome): Promise<void> {
    const { state } = outcome
    const { error, waitMs } = state === 'DONE' ? { error: null, waitMs: 0 } : outcome
    const { rows } = await sql<{ nextAt: Date }>`
      update outbox set state = ${state}, error = ${error}, claimed_until = null,
        next_at = now() + ${waitMs / 1000} * interval '1 second', settled_at = case when ${state} = 'WAITING' then null else now() end
      where id = ${message.id} and state = 'WAITING' and attempts = ${message.attempt} returning next_at as "nextAt"`.execute(
      tx,
    )
    if (!rows[0]) return
    if (state === 'FAILED')
      log.error(
        { line: line.name, message: message.id, operation: message.operation, error },
        'an outbox message was dead-lettered',
      )
    await line.settled(tx, message, state)
    if (state === 'WAITING') await wakeQueue(tx, line.name, message.subject, rows[0].nextAt)
  }

  /** Resumes what a crash interrupted, and deletes expired messages. */
  async function sweep(): Promise<void> {
    const { rows } = await sql<{ subject: string }>`
      select distinct subject from outbox
      where line = ${line.name} and state = 'WAITING' and next_at < now() - interval '10 seconds'
        and (claimed_until is null or claimed_until < now())
        and not exists (select from outbox_paused p where p.connection = outbox.connection)`.execute(db)
    for (const { subject } of rows) await wakeQueue(db, line.name, subject)
    await sql`delete from outbox where line = ${line.name} and state in ('DONE', 'DROPPED') and settled_at < now() - ${KEPT}::interval`.execute(
      db,
    )
  }
}

/** `stopped` resolves when the process ends, so that it does not wait for a system that does not respond. */
function endOf(stopping: AbortSignal | undefined): { readonly stopped: Promise<undefined>; forget(): void } {
  let stop = () => {}
  const stopped = new Promise<undefined>((resolve) => {
    stop = () => resolve(undefined)
  })
  if (stopping?.aborted) stop()
  stopping?.addEventListener('abort', stop)
  return { stopped, forget: () => stopping?.removeEventListener('abort', stop) }
}

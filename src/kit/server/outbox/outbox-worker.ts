import { sql } from 'kysely'
import type { Tx } from '../database.ts'
import { defineJob, type Task, taskOf } from '../job.ts'
import type { AppContext } from '../portal.ts'
import { inTransaction } from '../serve/transaction.ts'
import { IntegrationError } from '../vendor/vendor-error.ts'
import { writeTogether } from '../write-together.ts'
import type { OutboxMessage } from './message-type.ts'
import { claimOfConnection, claimOfSubject, endClaim, keepClaim, releaseClaim } from './outbox-claims.ts'
import { deliveryOf, wakeQueue } from './outbox-message.ts'
import {
  type DeliveredMessage,
  failedOutcome,
  type Outcome,
  recordOutcomes,
  type SettledMessage,
} from './outbox-outcome.ts'

/** The destination of the messages of one queue. */
export type OutboxQueue = {
  readonly name: string
  /** Connections (or subjects of messages without one) at once in each process, 2 by default. */
  readonly atOnce?: number
  /** Messages of different subjects of a connection that all processes send at once, 1 by default. */
  widthOf?(connection: string): number
  /**
   * Delivers to the outside system. It may run again after a crash, so it first checks what is done already. An
   * `IntegrationError` that is not temporary is final; any other failure is retried.
   */
  deliver(message: OutboxMessage): Promise<void>
  /** The follow-up of attempts, in the transaction that records their results. */
  settled(tx: Tx, settledMessages: readonly SettledMessage[]): Promise<void>
}

type Of = Pick<OutboxMessage, 'subject' | 'connection'>

const BEAT_MS = 10_000
const KEPT = '30 days'

/**
 * The tasks that deliver the messages of a queue: a subject's one after the other, each at least once. A failure is
 * retried after 10 s, 30 s, 90 s … an hour, while later messages of the subject wait; a finally rejected message is set
 * aside. One job of a process sends all messages of a connection, so that a system that does not respond delays no other.
 */
export function outboxWorkerTasks({ db, log }: Pick<AppContext, 'db' | 'log'>, line: OutboxQueue): Task[] {
  const widthOf = (connection: string) => line.widthOf?.(connection) ?? 1
  /** Connections whose messages this process sends, each with a function that has it look for more. */
  const sending = new Map<string, () => void>()
  const record = writeTogether<DeliveredMessage>((deliveredMessages) =>
    inTransaction(db, async (tx) => {
      const settledMessages = await recordOutcomes(tx, { line: line.name, log }, deliveredMessages)
      if (settledMessages.length > 0) await line.settled(tx, settledMessages)
    }),
  )

  return [
    taskOf(deliveryOf(line.name), {
      calls: line.name,
      ...(line.atOnce ? { atOnce: line.atOnce } : {}),
      async run({ subject, connection }, stopping) {
        const { stopped: stopSignal, forget } = endOf(stopping)
        try {
          const first = connection ? undefined : await claimOfSubject(db, line.name, subject, widthOf)
          if (connection || first)
            await sendAll({ subject, connection: connection || first!.connection }, first, stopSignal)
        } finally {
          forget()
        }
      },
    }),
    taskOf(defineJob(`outbox.${line.name}.sweep`), { cron: '* * * * *', run: sweep }),
  ]

  /** Sends everything that is due of a connection, else of a subject, unless this process is at it. */
  async function sendAll(of: Of, first: OutboxMessage | undefined, stopSignal: Promise<undefined>): Promise<void> {
    const { connection } = of
    const others = connection !== null && sending.get(connection)
    if (others && !first) return others()
    let isStopped = false
    let isWanted = true
    let look = () => {}
    void stopSignal.then(() => {
      isStopped = true
      look()
    })
    const mine = () => {
      isWanted = true
      look()
    }
    if (connection !== null && !others) sending.set(connection, mine)
    const failures: unknown[] = []
    const running = new Set<Promise<unknown>>()
    const start = (message: OutboxMessage) => {
      const one: Promise<unknown> = send(message, stopSignal)
        .catch((failure: unknown) => failures.push(failure))
        .finally(() => running.delete(one))
      running.add(one)
    }
    try {
      if (first) start(first)
      while (running.size > 0 || isWanted) {
        const nextLook = new Promise<void>((resolve) => (look = resolve))
        if (!isWanted && !isStopped) await Promise.race([...running, nextLook])
        if (isStopped || failures.length > 0) break
        isWanted = false
        for (const message of await nextOf(of, (connection === null ? 1 : widthOf(connection)) - running.size))
          start(message)
      }
    } finally {
      // Without a pause after the last look: a job that comes now looks for itself.
      if (connection !== null && sending.get(connection) === mine) sending.delete(connection)
      await Promise.all(running)
    }
    // The job is repeated.
    if (failures.length > 0) throw failures[0]
  }

  async function nextOf({ subject, connection }: Of, most: number): Promise<readonly OutboxMessage[]> {
    if (most <= 0) return []
    if (connection !== null) return claimOfConnection(db, line.name, connection, { most, widthOf })
    const next = await claimOfSubject(db, line.name, subject, widthOf)
    return next ? [next] : []
  }

  async function send(message: OutboxMessage, stopSignal: Promise<undefined>): Promise<void> {
    const outcome = await Promise.race([attempt(message), stopSignal])
    if (!outcome) return releaseClaim(db, message)
    try {
      await record({ message, outcome })
    } catch (failure) {
      // A deadlock, for instance. The repeated job would find the message in use until its claim ends.
      await endClaim(db, message)
      throw failure
    }
  }

  async function attempt(message: OutboxMessage): Promise<Outcome> {
    const beat = setInterval(() => void keepClaim(db, message).catch(() => undefined), BEAT_MS)
    try {
      await line.deliver(message)
      return { state: 'DONE' }
    } catch (failure) {
      if (!(failure instanceof IntegrationError))
        log.error(
          { err: failure, line: line.name, operation: message.operation },
          'an outbox message was not delivered',
        )
      return failedOutcome(failure, message)
    } finally {
      clearInterval(beat)
    }
  }

  /** Resumes what a crash interrupted, and deletes expired messages. */
  async function sweep(): Promise<void> {
    const { rows } = await sql<{ subject: string; connection: string | null }>`
      select distinct subject, connection from outbox
      where line = ${line.name} and state = 'WAITING' and next_at < now() - interval '10 seconds'
        and (claimed_until is null or claimed_until < now())
        and not exists (select from outbox_paused p where p.connection = outbox.connection)`.execute(db)
    for (const row of rows) await wakeQueue(db, line.name, row)
    await sql`delete from outbox where line = ${line.name} and state in ('DONE', 'DROPPED') and settled_at < now() - ${KEPT}::interval`.execute(
      db,
    )
  }
}

/** `stopped` resolves when the process ends, so that it does not wait for a system that does not respond. */
function endOf(stopping: AbortSignal | undefined): { readonly stopped: Promise<undefined>; forget(): void } {
  let stop = () => {}
  const stopSignal = new Promise<undefined>((resolve) => {
    stop = () => resolve(undefined)
  })
  if (stopping?.aborted) stop()
  stopping?.addEventListener('abort', stop)
  return { stopped: stopSignal, forget: () => stopping?.removeEventListener('abort', stop) }
}

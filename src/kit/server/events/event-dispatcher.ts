import { sql } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Database, Tx } from '../database.ts'
import { inTransaction } from '../serve/transaction.ts'
import { appendToChain, eventOf, type Head } from './append-to-chain.ts'
import { inBatch } from './batch-writes.ts'
import { type ChainedRow, chainedColumns } from './chain.ts'
import type { RecordedEvent } from './event.ts'
import type { EventHandler } from './event-handler.ts'
import { LEASE_MS, Lease, LeaseLost } from './lease.ts'

/** Schedules a retry of the event handler; called in the dispatcher's transaction when a handler failed. */
export type RetryLater = (tx: Tx, retry: { eventId: number; handler: string }) => Promise<void>

/**
 * Events of one transaction. Its handlers hold the lock of live messages until it commits: with many, all commands that
 * publish would wait for it while a backlog is handled.
 */
const BATCH = 20
const RENEW_MS = 1_000
/** The database connection is dropped and opened again after this long without a response. */
const SILENCE_MS = 2_500

/**
 * Appends recorded events to the hash chain in the order of their commits and runs their handlers. One dispatcher at a
 * time leads in the whole installation: it holds a lease in the database, and another takes over within seconds when it
 * is stopped, killed or cut off (decision 039).
 */
export class EventDispatcher {
  readonly #url: string
  readonly #db: Database
  readonly #log: Logger
  readonly #handlers = new Map<string, EventHandler[]>()
  readonly #retryLater: RetryLater
  readonly #lease: Lease
  #listener: pg.Client | undefined
  #leading = false
  #renewing = false
  #wanted = false
  #running: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  #closed = false

  constructor(options: {
    url: string
    processId: string
    db: Database
    log: Logger
    eventHandlers: readonly EventHandler[]
    retryLater: RetryLater
  }) {
    this.#url = options.url
    this.#lease = new Lease('events', options.processId)
    this.#db = options.db
    this.#log = options.log
    this.#retryLater = options.retryLater
    for (const handler of options.eventHandlers)
      for (const event of handler.events === 'all' ? ['*'] : handler.events)
        this.#handlers.set(event, [...(this.#handlers.get(event) ?? []), handler])
  }

  /** Starts listening; resolves when connected once. A lost connection is opened again each second. */
  async start(): Promise<void> {
    this.#timer = setInterval(() => void this.#tick(), RENEW_MS)
    await this.#tick()
  }

  /** Appends what is there now; for tests and the shutdown. Does nothing where another process leads. */
  async drain(): Promise<void> {
    await this.#wake()
  }

  /** Stops after the current batch. */
  async close(): Promise<void> {
    this.#closed = true
    clearInterval(this.#timer)
    await this.#running
    if (this.#listener) await this.#lease.release(this.#listener).catch(() => undefined)
    await this.#listener?.end().catch(() => undefined)
  }

  /** Runs one handler again for an event of the chain (a retry job). */
  async runAgain(eventId: number, name: string): Promise<void> {
    await inTransaction(this.#db, async (tx) => {
      const { rows } =
        await sql<ChainedRow>`select ${sql.raw(chainedColumns)} from events where id = ${eventId}`.execute(tx)
      const row = rows[0]
      const handler = row && this.#handlersOf(row.name).find((one) => one.name === name)
      if (row && handler) await handler.run(eventOf(row), tx)
    })
  }

  async #tick(): Promise<void> {
    if (this.#closed || this.#renewing) return
    this.#renewing = true
    let isWaiting = false
    try {
      this.#listener ??= await this.#connect()
      this.#leading = await this.#lease.renew(this.#listener)
      isWaiting = this.#leading && (await hasWaitingEvent(this.#listener))
    } catch (failure) {
      this.#drop()
      this.#log.warn({ err: failure }, 'the event dispatcher waits for the database')
    } finally {
      this.#renewing = false
    }
    // Not awaited: the lease is renewed while a long batch runs.
    if (isWaiting) void this.#wake()
  }

  /** Drops a connection that does not respond; the next tick opens another. */
  #drop(): void {
    const listener = this.#listener
    this.#listener = undefined
    this.#leading = false
    void listener?.end().catch(() => undefined)
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: 'headend events',
      keepAlive: true,
      connectionTimeoutMillis: SILENCE_MS,
      query_timeout: SILENCE_MS,
    })
    const onLoss = () => {
      if (this.#listener !== client) return
      this.#listener = undefined
      this.#leading = false
    }
    client.on('error', onLoss)
    client.on('end', onLoss)
    client.on('notification', () => void (this.#leading && this.#wake()))
    await client.connect()
    await client.query('listen events')
    return client
  }

  async #wake(): Promise<void> {
    this.#wanted = true
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined
    })
    await this.#running
  }

  async #run(): Promise<void> {
    while (this.#wanted && this.#leading && !this.#closed) {
      this.#wanted = false
      try {
        if ((await this.#appendBatch()) === BATCH) this.#wanted = true
      } catch (failure) {
        if (failure instanceof LeaseLost) this.#leading = false
        else this.#log.error({ err: failure }, 'a batch of events was not appended to the chain; it is retried')
        return
      }
    }
  }

  async #appendBatch(): Promise<number> {
    return inTransaction(this.#db, async (tx) => {
      // The head is locked first, then the lease is checked: of two processes that believe they lead, the one with the
      // older fencing number gives up here. PostgreSQL ends this transaction when the process stops in the middle of
      // it.
      const head = await sql<Head>`
        select seq, hash, set_config('idle_in_transaction_session_timeout', ${String(LEASE_MS)}, true) from event_chain for update`.execute(
        tx,
      )
      const { rows } = await sql<ChainedRow & { fence: number }>`
        select ${sql.raw(chainedColumns)}, ${this.#lease.storedFence} as fence from events where seq is null order by id limit ${BATCH}`.execute(
        tx,
      )
      if (rows.length === 0) return 0
      this.#lease.requireFence(rows[0]!.fence)
      await this.#runHandlers(tx, await appendToChain(tx, head.rows[0]!, rows))
      return rows.length
    })
  }

  /** The handlers of a batch run together. Where one fails, all run again, each so that it can be rolled back alone. */
  async #runHandlers(tx: Tx, events: readonly RecordedEvent[]): Promise<void> {
    await sql`savepoint handlers`.execute(tx)
    try {
      await inBatch(tx, async () => {
        for (const event of events) for (const handler of this.#handlersOf(event.name)) await handler.run(event, tx)
      })
      // This fails too after a handler that went on after a failed query.
      await sql`release savepoint handlers`.execute(tx)
    } catch {
      await sql`rollback to savepoint handlers`.execute(tx)
      for (const event of events) await this.#runEachHandler(tx, event)
    }
  }

  async #runEachHandler(tx: Tx, event: RecordedEvent): Promise<void> {
    for (const handler of this.#handlersOf(event.name)) {
      await sql`savepoint handler`.execute(tx)
      try {
        await inBatch(tx, () => handler.run(event, tx))
        await sql`release savepoint handler`.execute(tx)
      } catch (failure) {
        await sql`rollback to savepoint handler`.execute(tx)
        this.#log.error(
          { err: failure, event: event.id, handler: handler.name },
          'an event handler failed; it is tried again',
        )
        await this.#retryLater(tx, { eventId: event.id, handler: handler.name })
      }
    }
  }

  #handlersOf(event: string): readonly EventHandler[] {
    return [...(this.#handlers.get(event) ?? []), ...(this.#handlers.get('*') ?? [])]
  }
}

/** Whether an event is not in the chain yet: of its notification one may have missed, or its batch may have failed. */
async function hasWaitingEvent(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ waiting: boolean }>({
    name: 'waiting event',
    text: 'select exists (select from events where seq is null) as waiting',
  })
  return rows[0]!.waiting
}

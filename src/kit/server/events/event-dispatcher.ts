import { sql } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import { currentEventName } from '#kit/contract/event.ts'
import type { Database, Tx } from '../database.ts'
import { type ChainedRow, chainedColumns, linkOf } from './chain.ts'
import type { RecordedEvent } from './event.ts'
import { LEASE_MS, Lease, LeaseLost } from './lease.ts'

/**
 * Handles an event: live messages, jobs, mail. It writes only through the dispatcher's transaction, so it always takes
 * effect exactly once. `event: '*'` handles every event.
 */
export type EventHandler = {
  readonly event: string
  readonly name: string
  run(event: RecordedEvent, tx: Tx): Promise<void>
}

/** Schedules a retry of the event handler; called in the dispatcher's transaction when a handler failed. */
export type RetryLater = (tx: Tx, retry: { eventId: number; handler: string }) => Promise<void>

type Head = { seq: number; hash: Buffer }

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
    for (const handler of options.eventHandlers) {
      this.#handlers.set(handler.event, [...(this.#handlers.get(handler.event) ?? []), handler])
    }
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
    await this.#db.transaction().execute(async (tx) => {
      const { rows } =
        await sql<ChainedRow>`select ${sql.raw(chainedColumns)} from events where id = ${eventId}`.execute(tx)
      const row = rows[0]
      const handler =
        row &&
        [...(this.#handlers.get(currentEventName(row.name)) ?? []), ...(this.#handlers.get('*') ?? [])].find(
          (one) => one.name === name,
        )
      if (row && handler) await handler.run(eventOf(row), tx)
    })
  }

  async #tick(): Promise<void> {
    if (this.#closed || this.#renewing) return
    this.#renewing = true
    try {
      this.#listener ??= await this.#connect()
      this.#leading = await this.#lease.renew(this.#listener)
    } catch (failure) {
      this.#drop()
      this.#log.warn({ err: failure }, 'the event dispatcher waits for the database')
    } finally {
      this.#renewing = false
    }
    // Not awaited: the lease is renewed while a long batch runs.
    if (this.#leading) void this.#wake()
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
    const lost = () => {
      if (this.#listener !== client) return
      this.#listener = undefined
      this.#leading = false
    }
    client.on('error', lost)
    client.on('end', lost)
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
    return this.#db.transaction().execute(async (tx) => {
      // The head is locked first, then the lease is checked: of two processes that believe they lead, the one with the
      // older fencing number gives up here. PostgreSQL ends this transaction when the process stops in the middle of
      // it.
      const head = await sql<Head>`
        select seq, hash, set_config('idle_in_transaction_session_timeout', ${String(LEASE_MS)}, true) from event_chain for update`.execute(
        tx,
      )
      await this.#lease.check(tx)
      const { rows } = await sql<ChainedRow>`
        select ${sql.raw(chainedColumns)} from events where seq is null order by id limit ${BATCH}`.execute(tx)
      if (rows.length === 0) return 0
      const chained = await this.#appendToChain(tx, head.rows[0]!, rows)
      await sql`savepoint handler`.execute(tx)
      for (const event of chained) await this.#runHandlers(tx, event)
      return rows.length
    })
  }

  async #appendToChain(tx: Tx, head: Head, rows: readonly ChainedRow[]): Promise<RecordedEvent[]> {
    let { seq, hash } = head
    const links: { id: number; seq: number; hash: string }[] = []
    const events = rows.map((row) => {
      seq += 1
      hash = linkOf(hash, seq, row)
      links.push({ id: row.id, seq, hash: `\\x${hash.toString('hex')}` })
      return eventOf({ ...row, seq })
    })
    await sql`
      with chained as (
        update events set seq = link.seq, hash = link.hash
        from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as link(id bigint, seq bigint, hash bytea)
        where events.id = link.id
      )
      update event_chain set seq = ${seq}, hash = ${hash}`.execute(tx)
    return events
  }

  async #runHandlers(tx: Tx, event: RecordedEvent): Promise<void> {
    for (const handler of [...(this.#handlers.get(event.name) ?? []), ...(this.#handlers.get('*') ?? [])]) {
      try {
        await handler.run(event, tx)
        await sql`release savepoint handler; savepoint handler`.execute(tx)
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
}

function eventOf(row: ChainedRow): RecordedEvent {
  return {
    id: row.id,
    seq: row.seq,
    at: row.at,
    name: currentEventName(row.name),
    audience: row.audience,
    subject: row.subject,
    subjectId: row.subject_id,
    accountId: row.account_id,
    actorId: row.actor_id,
    actorName: row.actor_name,
    impersonatorId: row.impersonator_id,
    impersonatorName: row.impersonator_name,
    data: JSON.parse(row.data),
    requestId: row.request_id,
  }
}

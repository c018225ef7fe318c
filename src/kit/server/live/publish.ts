import { type QueryExecutorProvider, sql } from 'kysely'
import { type LiveMessage, type MessageToUsers, storedDestination } from './message.ts'
import type { SessionChange } from './session.ts'
import type { Signal } from './wakeups.ts'

/** The wake-up channel of live messages. */
export const LIVE_CHANNEL = 'live'

/** Where nodes notify each other that sessions changed; no client can subscribe to it. */
export const SESSIONS_DESTINATION = '/node/sessions'

/** Any number that no other advisory lock of the product uses ("live"). */
const WRITER_LOCK = 0x6c697665

/**
 * Publishes in the caller's transaction: the message is delivered after commit, or never. Transactions that publish
 * wait for each other, so that ids become visible in their order and a reader needs to remember only the last one.
 */
export async function publish<Body>(
  tx: QueryExecutorProvider,
  wakeups: Signal,
  message: LiveMessage<Body>,
): Promise<void> {
  if (message.account !== undefined && typeof (message.permission ?? message.topic.guard) === 'string') {
    throw new Error(`${message.topic.destination} is filtered by account, so it needs a permission`)
  }
  await store(tx, storedDestination(message), JSON.stringify(message.body ?? null), message)
  await wakeups.notify(tx, LIVE_CHANNEL)
}

/** Publishes the same message to the personal destination of many users, in one statement. */
export async function publishToUsers<Body>(
  tx: QueryExecutorProvider,
  wakeups: Signal,
  { topic, userIds, body, requestId }: MessageToUsers<Body>,
): Promise<void> {
  if (userIds.length === 0) return
  const destinations = userIds.map((userId) => storedDestination({ topic, to: { userId: String(userId) } }))
  await sql`
    with writer as materialized (select pg_advisory_xact_lock(${WRITER_LOCK})),
    counted as (
      insert into live_destinations as d (destination, sequence) select destination, 1 from writer, unnest(${destinations}::text[]) destination
      order by destination
      on conflict (destination) do update set sequence = d.sequence + 1, at = now()
      returning destination, sequence
    )
    insert into live_messages (destination, sequence, request_id, body)
    select destination, sequence, ${requestId ?? null}::text, ${JSON.stringify(body ?? null)} from counted`.execute(tx)
  await wakeups.notify(tx, LIVE_CHANNEL)
}

/** Notifies all nodes, in the same order as messages, to check sessions again. */
export async function publishSessionChange(
  tx: QueryExecutorProvider,
  wakeups: Signal,
  change: SessionChange,
): Promise<void> {
  await store(tx, SESSIONS_DESTINATION, JSON.stringify(change), {})
  await wakeups.notify(tx, LIVE_CHANNEL)
}

/**
 * Deletes messages older than ten minutes, the time in which a client can close its gap, and the counters of sessions'
 * own destinations without a message for a day.
 */
export async function purgeLiveMessages(db: QueryExecutorProvider): Promise<void> {
  await sql`delete from live_messages where at < now() - interval '10 minutes'`.execute(db)
  await sql`delete from live_destinations where destination like '/session/%' and at < now() - interval '1 day'`.execute(
    db,
  )
}

async function store(
  tx: QueryExecutorProvider,
  destination: string,
  body: string,
  { account, permission, eventId, requestId }: Partial<LiveMessage>,
): Promise<void> {
  const audience = permission ? JSON.stringify(permission) : null
  await sql`
    with writer as materialized (select pg_advisory_xact_lock(${WRITER_LOCK})),
    counted as (
      insert into live_destinations as d (destination, sequence) select ${destination}, 1 from writer
      on conflict (destination) do update set sequence = d.sequence + 1, at = now()
      returning sequence
    )
    insert into live_messages (destination, sequence, event_id, account, audience, request_id, body)
    select ${destination}, sequence, ${eventId ?? null}::bigint, ${account ?? null}::text, ${audience}::jsonb,
      ${requestId ?? null}::text, ${body}
    from counted`.execute(tx)
}

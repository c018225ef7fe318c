import { type QueryExecutorProvider, sql } from 'kysely'
import type { Permission } from '#kit/contract/permission.ts'
import { likeText } from '#kit/server/sql-text.ts'
import { writeInBatch } from '../events/batch-writes.ts'
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
  await store(tx, wakeups, [rowOf(storedDestination(message), message.body ?? null, message)])
}

/** Publishes the same message to the personal destination of many users, in one statement. */
export async function publishToUsers<Body>(
  tx: QueryExecutorProvider,
  wakeups: Signal,
  { topic, userIds, body, requestId }: MessageToUsers<Body>,
): Promise<void> {
  if (userIds.length === 0) return
  const rows = userIds.map((userId) => {
    return rowOf(storedDestination({ topic, to: { userId: String(userId) } }), body ?? null, { requestId })
  })
  await store(tx, wakeups, rows)
}

/** Notifies all nodes, in the same order as messages, to check sessions again. */
export async function publishSessionChange(
  tx: QueryExecutorProvider,
  wakeups: Signal,
  change: SessionChange,
): Promise<void> {
  await store(tx, wakeups, [rowOf(SESSIONS_DESTINATION, change, {})])
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

/**
 * Replaces members of the stored messages that have a member of this value, so that a client which closes its gap reads
 * no text that was taken back.
 */
export async function restateMessages(
  tx: QueryExecutorProvider,
  { member, value }: { readonly member: string; readonly value: string },
  replacements: Readonly<Record<string, unknown>>,
): Promise<void> {
  const part = likeText(JSON.stringify(value))
  await sql`
    update live_messages set body = (body::jsonb || ${JSON.stringify(replacements)}::jsonb)::text
    where body like ${`%${part}%`} and body::jsonb ->> ${member} = ${value}`.execute(tx)
}

type Row = {
  readonly destination: string
  readonly event_id: number | string | undefined
  readonly account: string | undefined
  readonly audience: Permission | undefined
  readonly request_id: string | null | undefined
  readonly body: string
}
type PublishedRow = { readonly row: Row; readonly wakeups: Signal }

function rowOf(
  destination: string,
  body: unknown,
  {
    account,
    permission,
    eventId,
    requestId,
  }: Pick<LiveMessage, 'account' | 'permission' | 'eventId'> & { readonly requestId?: string | null | undefined },
): Row {
  const json = JSON.stringify(body)
  return { destination, event_id: eventId, account, audience: permission, request_id: requestId, body: json }
}

/** The messages of a batch of event handlers are one statement. */
async function store(tx: QueryExecutorProvider, wakeups: Signal, rows: readonly Row[]): Promise<void> {
  await writeInBatch(
    tx,
    storeAll,
    rows.map((row) => ({ row, wakeups })),
  )
}

async function storeAll(tx: QueryExecutorProvider, rows: readonly PublishedRow[]): Promise<void> {
  await sql`
    with writer as materialized (select pg_advisory_xact_lock(${WRITER_LOCK})),
    given as materialized (
      select g.* from writer, rows from (jsonb_to_recordset(${JSON.stringify(rows.map(({ row }) => row))}::jsonb)
        as (destination text, event_id bigint, account text, audience jsonb, request_id text, body text)) with ordinality
        as g (destination, event_id, account, audience, request_id, body, place)
    ), counted as (
      insert into live_destinations as d (destination, sequence)
      select destination, count(*) from given group by destination order by destination
      on conflict (destination) do update set sequence = d.sequence + excluded.sequence, at = now()
      returning destination, sequence
    )
    insert into live_messages (destination, sequence, event_id, account, audience, request_id, body)
    select g.destination, c.sequence - count(*) over of_destination + row_number() over (of_destination order by g.place),
      g.event_id, g.account, g.audience, g.request_id, g.body
    from given g join counted c on c.destination = g.destination window of_destination as (partition by g.destination)
    order by g.place`.execute(tx)
  for (const wakeups of new Set(rows.map((one) => one.wakeups))) await wakeups.notify(tx, LIVE_CHANNEL)
}

import { sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'
import { noUser, recordEvent } from '#kit/server/events/event.ts'
import { sendWaitingMessages } from '#kit/server/outbox/connection-messages.ts'
import type { AppContext } from '#kit/server/portal.ts'
import type { VendorFault } from '#kit/server/vendor/vendor-error.ts'
import { connectionStarted, connectionsChanged } from '../contract.ts'
import { accountOfConnection, lockStatus } from './connection-store.ts'

/** The newest results of calls: of both kinds where there were several. */
export type CallResults = {
  readonly success?: Date | undefined
  readonly failure?:
    | {
        readonly at: Date
        readonly text: string
        readonly fault: VendorFault | 'internal'
        readonly status?: number | undefined
      }
    | undefined
}

/**
 * Records results of calls in the status of a connection. The first success since its settings were saved starts it: an
 * event, and what waits is sent.
 */
export async function recordResults(tx: Tx, id: string, { success, failure }: CallResults): Promise<void> {
  const hadWorked = await lockStatus(tx, id)
  await sql`
    update connection_status set works = works or ${success !== undefined},
      last_success_at = greatest(last_success_at, ${success ?? null}::timestamptz),
      last_failure_at = coalesce(${failure?.at ?? null}::timestamptz, last_failure_at),
      failure = coalesce(${failure?.text ?? null}, failure), fault = coalesce(${failure?.fault ?? null}, fault),
      failure_status = case when ${failure !== undefined} then ${failure?.status ?? null}::integer else failure_status end
    where connection = ${id}`.execute(tx)
  if (hadWorked || success === undefined) return
  await recordEvent(tx, connectionStarted, noUser, {
    subject: id,
    account: await accountOfConnection(tx, id),
    data: pluginData(id, 'STARTED'),
  })
  await sendWaitingMessages(tx, id)
}

/** Deletes the status and the calls of a connection. */
export async function forgetStatus(tx: Tx, id: string): Promise<void> {
  await sql`delete from connection_status where connection = ${id}`.execute(tx)
  await sql`delete from connection_calls where connection = ${id}`.execute(tx)
  await forgetResponses(tx, id)
  await sql`delete from connection_minutes where connection = ${id}`.execute(tx)
}

/** Forgets the shape of responses: it is learned again. */
export async function forgetResponses(tx: Tx, id: string): Promise<void> {
  await sql`delete from connection_shapes where connection = ${id}`.execute(tx)
}

/** Records whether calls to the connection pause because too many failed. */
export async function recordCircuit(db: Database | Tx, id: string, isOpen: boolean): Promise<void> {
  await sql`
    insert into connection_status as s (connection, circuit_open_since) values (${id}, case when ${isOpen} then now() end)
    on conflict (connection) do update set circuit_open_since = case when ${isOpen} then coalesce(s.circuit_open_since, now()) end`.execute(
    db,
  )
}

/** What an event says about the plugin that the connection is. */
export function pluginData(id: string, newValue: string): { plugin: string; pluginStatus: string; newValue: string } {
  return { plugin: id.slice(0, id.indexOf(':')), pluginStatus: newValue.toLowerCase(), newValue }
}

/** Has open pages fetch the connection again, after the commit. */
export function publishConnection({ live }: Pick<AppContext, 'live'>, db: Tx | Database, id: string): Promise<void> {
  return live.publish(db, { topic: connectionsChanged, body: { id } })
}

import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { noUser, recordEvent } from '#kit/server/events/event.ts'
import { sendWaitingMessages } from '#kit/server/outbox/connection-messages.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import type { VendorFault } from '#kit/server/vendor/vendor-error.ts'
import type { Vendor, VendorCall } from '#kit/server/vendor/vendor-fetch.ts'
import { connectionDisconnected, connectionReconnected } from '../contract.ts'
import { pluginData, publishConnection, recordResults } from './connection-status.ts'
import { accountOfConnection } from './connection-store.ts'
import { type NotedResponse, notedResponse, noteResponses } from './note-responses.ts'
import { probeLater } from './probe-later.ts'
import { throughFaults } from './simulated-faults.ts'

/** Calls of a connection that are kept. */
const KEPT = 100
/** Calls are written together, so that a busy connection does not write at each. */
const TOGETHER_MS = 300
const MINUTE_MS = 60_000

/**
 * Notes the calls of a connection and the fields of its responses for its page, and has open pages fetch it; give it to
 * `integrationFetch`.
 */
export type ConnectionMonitor = Required<Pick<Vendor, 'onCall' | 'onCircuit' | 'onResponse'>> & Pick<Vendor, 'through'>

export function connectionMonitor(
  portal: Pick<AppContext, 'db' | 'live' | 'log' | 'config'>,
  id: string,
): ConnectionMonitor {
  const { db, log } = portal
  let calls: VendorCall[] = []
  let responses: NotedResponse[] = []
  let isChanged = false
  let turns: ('opened' | 'closed')[] = []
  let isWriting = false

  async function write(): Promise<void> {
    const notedCalls = calls
    const read = responses
    const notedTurns = turns
    calls = []
    responses = []
    isChanged = false
    turns = []
    await inTransaction(db, async (tx) => {
      if (notedCalls.length > 0) await recordCalls(tx, id, notedCalls)
      if (read.length > 0) await noteResponses(tx, id, read)
      if (notedTurns.at(-1) === 'opened') await probeLater(tx, id)
      if (notedTurns.at(-1) === 'closed') await sendWaitingMessages(tx, id)
      for (const turn of notedTurns) await recordTurn(tx, id, turn)
      await publishConnection(portal, tx, id)
    })
  }

  function schedule(): void {
    if (isWriting) return
    isWriting = true
    setTimeout(async () => {
      await write().catch((failure: unknown) => log.warn({ err: failure, connection: id }, 'calls were not noted'))
      isWriting = false
      if (calls.length > 0 || isChanged) schedule()
    }, TOGETHER_MS).unref()
  }

  return {
    through: throughFaults(portal, id),
    onResponse(call, body) {
      responses.push(notedResponse(call, body))
      schedule()
    },
    onCall(call) {
      calls.push(call)
      schedule()
    },
    onCircuit(isOpen) {
      isChanged = true
      turns.push(isOpen ? 'opened' : 'closed')
      schedule()
    },
  }
}

/** The circuit of a connection opened or closed: an event, which pages show that depend on the system. */
async function recordTurn(tx: Tx, id: string, turn: 'opened' | 'closed'): Promise<void> {
  await recordEvent(tx, turn === 'opened' ? connectionDisconnected : connectionReconnected, noUser, {
    subject: id,
    account: await accountOfConnection(tx, id),
    data: pluginData(id, turn === 'opened' ? 'DISCONNECTED' : 'CONNECTED'),
  })
}

/** Responses about what was requested: the system works, and the message that caused it is a dead letter. */
const aboutOneThing: ReadonlySet<VendorFault> = new Set(['missing', 'rejected'])

async function recordCalls(tx: Tx, id: string, calls: readonly VendorCall[]): Promise<void> {
  const lines = calls.slice(-KEPT).map(({ at, method, path, status, failure, ms, bytes }) => ({
    at,
    method,
    path: path.slice(0, 500),
    status,
    fault: failure?.fault,
    ms,
    bytes,
  }))
  await sql`
    insert into connection_calls (connection, at, method, path, status, fault, duration_ms, bytes)
    select ${id}, at, method, path, status, fault, ms, bytes from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
      as line(at timestamptz, method text, path text, status integer, fault text, ms integer, bytes bigint)`.execute(tx)
  await sql`
    delete from connection_calls where connection = ${id} and id <= (
      select id from connection_calls where connection = ${id} order by id desc limit 1 offset ${KEPT})`.execute(tx)
  const minutes = new Map<number, { minute: Date; succeeded: number; failed: number }>()
  for (const { at, failure } of calls) {
    const start = Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS
    const counts = minutes.get(start) ?? { minute: new Date(start), succeeded: 0, failed: 0 }
    counts[failure ? 'failed' : 'succeeded'] += 1
    minutes.set(start, counts)
  }
  await sql`
    insert into connection_minutes as m (connection, minute, succeeded, failed)
    select ${id}, minute, succeeded, failed from jsonb_to_recordset(${JSON.stringify([...minutes.values()])}::jsonb)
      as line(minute timestamptz, succeeded integer, failed integer)
    on conflict (connection, minute) do update set succeeded = m.succeeded + excluded.succeeded, failed = m.failed + excluded.failed`.execute(
    tx,
  )
  await sql`delete from connection_minutes where connection = ${id} and minute < now() - interval '1 day'`.execute(tx)
  await recordLimits(tx, id, calls)
  const failedCall = calls.findLast(({ failure }) => failure && !aboutOneThing.has(failure.fault))
  await recordResults(tx, id, {
    success: calls.findLast(({ failure }) => !failure)?.at,
    failure: failedCall?.failure && {
      at: failedCall.at,
      text: failedCall.failure.message,
      fault: failedCall.failure.fault,
      status: failedCall.status,
    },
  })
}

/** The limit under which calls were made, and the newest quota that the system reported. */
async function recordLimits(tx: Tx, id: string, calls: readonly VendorCall[]): Promise<void> {
  const rate = calls.findLast((call) => call.rate)?.rate
  const quotaCall = calls.findLast(({ quota }) => quota)
  if (rate)
    await sql`
      update connection_status set rate_per_second = ${rate.perSecond}, rate_burst = ${rate.burst}
      where connection = ${id} and (rate_per_second, rate_burst) is distinct from (${rate.perSecond}::float8, ${rate.burst}::int)`.execute(
      tx,
    )
  if (quotaCall?.quota)
    await sql`
      update connection_status set quota_limit = ${quotaCall.quota.limit}, quota_left = ${quotaCall.quota.left}, quota_at = ${quotaCall.at}
      where connection = ${id}`.execute(tx)
}

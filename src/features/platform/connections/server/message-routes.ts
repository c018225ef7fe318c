import { sql } from 'kysely'
import type { EventType } from '#kit/contract/event.ts'
import { throwFieldProblem, throwProblem } from '#kit/server/http-problem.ts'
import { halPage, halSinglePage } from '#kit/server/list/hal-list.ts'
import * as outbox from '#kit/server/outbox/connection-messages.ts'
import type { OutboxMessageState } from '#kit/server/outbox/outbox-message.ts'
import type { AppContext } from '#kit/server/portal.ts'
import type { CommandContext } from '#kit/server/serve/request-context.ts'
import { registerCommand, serve } from '#kit/server/serve/serve.ts'
import { isoSql } from '#kit/server/sql-text.ts'
import {
  type ConnectionCall,
  type ConnectionMessage,
  type ConnectionMinute,
  connectionMessagesDropped,
  connectionMessagesReplayed,
  connectionMessagesRetried,
  connectionProblems,
  countConnectionCalls,
  dropConnectionMessages,
  listConnectionCalls,
  listConnectionMessages,
  replayConnectionMessages,
  retryConnectionMessages,
} from '../contract.ts'
import type { ConnectionPorts } from './adapter.ts'
import { subjectOf } from './connection-queue.ts'
import { publishConnection } from './connection-status.ts'
import { accountOfConnection, connectionOf } from './connection-store.ts'

/** A day whose clocks were set back. */
const LONGEST_MS = 25 * 3_600_000

/** The diagnostics of a connection: its last calls, and its messages, with what to do about them. */
export function serveMessages(portal: AppContext, ports: ConnectionPorts): void {
  const { db } = portal

  serve(portal, listConnectionCalls, async (call) => {
    const { id } = await connectionOf(db, ports, call.params.id)
    const { rows } = await sql<ConnectionCall>`
      select id::text, ${isoSql('at')} as at, method, path, status, fault, duration_ms as "durationMs", bytes
      from connection_calls where connection = ${id} order by connection_calls.id desc`.execute(db)
    return halSinglePage(call, 'calls', rows)
  })

  serve(portal, countConnectionCalls, async (call) => {
    const { id } = await connectionOf(db, ports, call.params.id)
    const { rows } = await sql<ConnectionMinute>`
      select ${isoSql('minute')} as minute, succeeded, failed from connection_minutes
      where connection = ${id} and connection_minutes.minute >= now() - interval '1 day' order by connection_minutes.minute`.execute(
      db,
    )
    return halSinglePage(call, 'minutes', rows)
  })

  serve(portal, listConnectionMessages, async (call) => {
    const { page, size, state: states = ['WAITING', 'FAILED'] } = call.query
    const { id, port, system } = await connectionOf(db, ports, call.params.id)
    const { messages, count } = await outbox.listConnectionMessages(db, id, { states, page, size })
    const source = ports.sources.find((one) => one.port === port)
    const adapter = ports.adapters.find((one) => one.port === port && one.system === system)
    const recordOf = ({ subject }: OutboxMessageState) => (source ? subject : subjectOf(id, subject))
    const titles = source
      ? await source.describe(db, messages)
      : messages.map(({ subject, operation }) => {
          const message = { operation, subject: subjectOf(id, subject) }
          return adapter?.describe?.(message) ?? `${operation} ${message.subject}`
        })
    const rows = messages.map((message, index) =>
      onTheWire(message, { record: recordOf(message), title: titles[index] ?? message.operation }),
    )
    return halPage(call, 'messages', { rows, total: { count }, lastUpdateTime: null })
  })

  registerCommand(portal, retryConnectionMessages, (call) =>
    decide(call, outbox.retryConnectionMessages, connectionMessagesRetried),
  )
  registerCommand(portal, dropConnectionMessages, (call) =>
    decide(call, outbox.dropConnectionMessages, connectionMessagesDropped),
  )

  registerCommand(portal, replayConnectionMessages, async ({ tx, params, body, record }) => {
    const { id, systemName: name, canReplay } = await connectionOf(tx, ports, params.id)
    if (!canReplay) throwProblem(connectionProblems['connection-replay-off'], { name })
    const [from, to] = [new Date(body.from), new Date(body.to)]
    const length = to.getTime() - from.getTime()
    if (length <= 0 || length > LONGEST_MS) throwFieldProblem('to', 'must be at most 25 hours after from')
    const subjects = await outbox.replayConnectionMessages(tx, id, { from, to })
    if (subjects.length > 0) {
      const account = await accountOfConnection(tx, id)
      const data = { from: body.from, to: body.to, count: subjects.length }
      await record(connectionMessagesReplayed, { subject: id, account, data })
      await publishConnection(portal, tx, id)
    }
    return { count: subjects.length }
  })

  async function decide(
    { tx, params, body, record }: CommandContext<typeof retryConnectionMessages>,
    change: typeof outbox.retryConnectionMessages,
    event: EventType,
  ): Promise<{ count: number }> {
    const { id, port } = await connectionOf(tx, ports, params.id)
    const subjects = await change(tx, id, body.itemIds.map(Number))
    if (subjects.length > 0) {
      const account = await accountOfConnection(tx, id)
      await record(event, { subject: id, account, data: { items: body.itemIds, count: subjects.length } })
      await ports.sources.find((one) => one.port === port)?.messagesChanged(portal, tx, subjects)
      await publishConnection(portal, tx, id)
    }
    return { count: subjects.length }
  }
}

function onTheWire(
  message: OutboxMessageState,
  labels: Pick<ConnectionMessage, 'record' | 'title'>,
): ConnectionMessage {
  const { id, state, attempts, error, postedBy, postedAt, nextTryAt } = message
  return {
    id: String(id),
    ...labels,
    state: state === 'FAILED' ? state : 'WAITING',
    attempts,
    error,
    postedBy,
    postedAt: postedAt.toISOString(),
    nextTryAt: nextTryAt?.toISOString() ?? null,
  }
}

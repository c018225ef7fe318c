import type { DataShape } from '#kit/contract/event.ts'
import type { Tx } from '#kit/server/database.ts'
import type { DataInput } from '#kit/server/events/event.ts'
import { dropFailedMessages } from '#kit/server/outbox/connection-messages.ts'
import type { MessageType } from '#kit/server/outbox/message-type.ts'
import { deleteMessages, enqueueOutboxMessage } from '#kit/server/outbox/outbox-message.ts'
import type { OutboxQueue } from '#kit/server/outbox/outbox-worker.ts'
import type { AppContext } from '#kit/server/portal.ts'
import type { ConnectionPorts } from './adapter.ts'
import { publishConnection } from './connection-status.ts'
import { adapterOf, openerOf } from './open-connections.ts'
import { simulatedFault } from './simulated-faults.ts'

const LINE = 'connections'
/** Connections that may wait for their system at once in each process, without holding up another. */
const AT_ONCE = 16

/**
 * Enqueues a message to the outside system of a connection; messages of one subject are delivered in their order.
 * Returns its id.
 */
export function enqueueConnectionMessage<Shape extends DataShape>(
  tx: Tx,
  connection: string,
  type: MessageType<string, Shape>,
  { subject, ...message }: ConnectionMessage<Shape>,
): Promise<number> {
  return enqueueOutboxMessage(tx, LINE, type, { ...message, connection, subject: `${connection} ${subject}` })
}
type ConnectionMessage<Shape extends DataShape> = { subject: string; content: DataInput<Shape>; postedBy?: string }

/** The same, where the newest message about a subject replaces those before it: failed ones are discarded. */
export async function enqueueNewestMessage<Shape extends DataShape>(
  tx: Tx,
  connection: string,
  type: MessageType<string, Shape>,
  message: ConnectionMessage<Shape>,
): Promise<void> {
  await dropFailedMessages(tx, connection, `${connection} ${message.subject}`)
  await enqueueConnectionMessage(tx, connection, type, message)
}

/** Deletes all messages about a subject, including undelivered ones. */
export function deleteConnectionMessages(tx: Tx, connection: string, subject: string): Promise<void> {
  return deleteMessages(tx, LINE, `${connection} ${subject}`)
}

/** The subject of a message of the connection, as it was enqueued. */
export function subjectOf(connection: string, storedSubject: string): string {
  return storedSubject.slice(connection.length + 1)
}

/** Delivers the messages of connections by their adapters. */
export function connectionQueue(portal: AppContext, ports: ConnectionPorts): OutboxQueue {
  const open = openerOf(portal, ports)
  return {
    name: LINE,
    atOnce: AT_ONCE,
    widthOf: (connection) => {
      const port = connection.slice(0, connection.indexOf(':'))
      return ports.adapters.find((adapter) => adapter.port === port)?.messagesAtOnce ?? 1
    },
    async deliver(message) {
      const connection = message.connection ?? ''
      const { connector } = await open(connection)
      const { attempt } = message
      await connector.deliver?.({ ...message, subject: subjectOf(connection, message.subject) })
      // As after a crash before the result was recorded.
      if ((await simulatedFault(portal, connection)) === 'DUPLICATE')
        await connector.deliver?.({
          ...message,
          subject: subjectOf(connection, message.subject),
          attempt: attempt + 1,
        })
    },
    async settled(tx, settledMessages) {
      const ids = [...new Set(settledMessages.map(({ message }) => message.connection ?? ''))].toSorted()
      const rows = await tx.selectFrom('connections').select(['id', 'port', 'system']).where('id', 'in', ids).execute()
      for (const id of ids) {
        const row = rows.find((one) => one.id === id)
        // A connection that was deleted meanwhile has no follow-up.
        const adapter = row && adapterOf(ports, row)
        for (const { message } of settledMessages.filter((one) => (one.message.connection ?? '') === id))
          await adapter?.settled?.(portal, tx, { ...message, subject: subjectOf(id, message.subject) })
        await publishConnection(portal, tx, id)
      }
    },
  }
}

import { sql } from 'kysely'
import { enqueueConnectionMessage } from '#features/platform/connections/server/index.ts'
import type { EventHandler } from '#kit/server/events/event-dispatcher.ts'
import { alertAcknowledged, alertClosed, alertOpened, alertRepeated } from '../contract.ts'
import { serverTexts } from '../texts.ts'

const operations = [
  [alertOpened, 'create'],
  [alertRepeated, 'repeat'],
  [alertAcknowledged, 'acknowledge'],
  [alertClosed, 'close'],
] as const

/** Enqueues what changes an alert for the connected system of its account, in the order of the events. */
export function outgoingAlerts(): EventHandler[] {
  return operations.map(([{ name: event }, operation]) => ({
    event,
    name: 'incident-alerts.outgoing',
    async run({ data, subjectId, actorName }, tx) {
      // A change that was made there is not sent back.
      if (data.from !== undefined || subjectId === null) return
      const { rows } = await sql<{ id: string; occurrences: number }>`
        select c.id, i.occurrences from incident_alerts i
          join connections c on c.port = 'opsgenie' and c.account_id = i.account_id where i.id = ${subjectId}::bigint`.execute(
        tx,
      )
      const [connection] = rows
      if (!connection) return
      await enqueueConnectionMessage(tx, connection.id, {
        subject: subjectId,
        operation,
        content: { by: actorName ?? serverTexts.portal, occurrences: connection.occurrences },
        ...(actorName === null ? {} : { postedBy: actorName }),
      })
    },
  }))
}

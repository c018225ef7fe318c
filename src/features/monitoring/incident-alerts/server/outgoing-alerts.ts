import { sql } from 'kysely'
import { enqueueConnectionMessage } from '#features/platform/connections/server/index.ts'
import { type EventHandler, on } from '#kit/server/events/event-handler.ts'
import { alertAcknowledged, alertClosed, alertOpened, alertRepeated } from '../contract.ts'
import { serverTexts } from '../texts.ts'
import { alertMessages } from './alert-messages.ts'

const events = [alertOpened, alertRepeated, alertAcknowledged, alertClosed]
const messages = {
  [alertOpened.name]: alertMessages.create,
  [alertRepeated.name]: alertMessages.repeat,
  [alertAcknowledged.name]: alertMessages.acknowledge,
  [alertClosed.name]: alertMessages.close,
} as const

/** Enqueues what changes an alert for the connected system of its account, in the order of the events. */
export function outgoingAlerts(): EventHandler[] {
  return [
    on(events, 'incident-alerts.outgoing', async ({ name, data, subjectId, actorName }, tx) => {
      // A change that was made there is not sent back.
      if (('from' in data && data.from !== undefined) || subjectId === null) return
      const { rows } = await sql<{ id: string; occurrences: number }>`
        select c.id, i.occurrences from incident_alerts i
          join connections c on c.port = 'opsgenie' and c.account_id = i.account_id where i.id = ${subjectId}::bigint`.execute(
        tx,
      )
      const [connection] = rows
      if (!connection) return
      await enqueueConnectionMessage(tx, connection.id, messages[name], {
        subject: subjectId,
        content: { by: actorName ?? serverTexts.portal, occurrences: connection.occurrences },
        ...(actorName === null ? {} : { postedBy: actorName }),
      })
    }),
  ]
}

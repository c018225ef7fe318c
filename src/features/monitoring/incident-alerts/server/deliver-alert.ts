import type { OutboxMessage } from '#kit/server/outbox/message-type.ts'
import { readMessage } from '#kit/server/outbox/message-type.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { alertMessages } from './alert-messages.ts'
import type { Alerting } from './alerting.ts'
import { sentAlert } from './sent-alert.ts'

type To = { readonly portal: AppContext; readonly connection: string; readonly alerting: Alerting }

/** Delivers one change of an alert. It reads the alert there first: what was done before a crash is not done again. */
export async function deliverAlert({ portal, alerting }: To, outboxMessage: OutboxMessage): Promise<void> {
  const message = readMessage(outboxMessage, alertMessages)
  const alert = await sentAlert(portal, portal.db, message.subject)
  if (!alert) return
  const { by, occurrences } = message.content
  const there = await alerting.find(alert.alias)
  if (message.operation === 'create') return there ? undefined : alerting.create(alert)
  // An alert from before the connection, or one that was deleted there.
  if (!there || there.state === 'CLOSED') return
  if (message.operation === 'repeat' && there.occurrences < occurrences) return alerting.repeat(there, alert)
  if (message.operation === 'acknowledge' && there.state === 'OPEN') return alerting.acknowledge(there, by)
  if (message.operation === 'close') return alerting.close(there, by)
}

import type { WebhookFacts } from '#features/platform/webhooks/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import type { RecordedEvent } from '#kit/server/events/event.ts'
import { toNotification } from './case-notification.ts'

/** The data of a case in a message to a webhook. Undefined for internal cases; texts are read through the API. */
export async function caseFacts(event: RecordedEvent, tx: Tx): Promise<WebhookFacts | undefined> {
  const notification = await toNotification(event, tx)
  if (!notification || notification.internal) return undefined
  const { key, account, subject, status, priority, type } = notification
  const { milestone } = event.data
  return { key, account, subject, status, priority, type, by: event.actorName, ...(milestone ? { milestone } : {}) }
}

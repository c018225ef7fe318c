import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { EventType } from '#kit/contract/event.ts'
import type { Tx } from '#kit/server/database.ts'
import type { RecordedEvent } from '#kit/server/events/event.ts'
import { type EventHandler, on } from '#kit/server/events/event-handler.ts'
import { addJob, defineJob } from '#kit/server/job.ts'
import { isWebhookEvent } from '../contract.ts'
import { webhooksOfEvent } from './webhooks-of-event.ts'

/** The task that sends pending deliveries. */
export const DELIVER = defineJob('webhooks.deliver')

/**
 * The data of an event in a message, beside its name, time and account: facts that every user of the account may read.
 */
export type WebhookFacts = Readonly<Record<string, unknown>>

/**
 * The event handlers that queue events for the webhooks of their account. `factsOf` reads the data of the message;
 * undefined where the account must not learn of it. Imported events are not sent, nor those that webhooks do not offer.
 * `impliedEvent` is an event that others contain: it is sent after each of them that has it.
 */
export function webhookHandlers(
  events: readonly EventType[],
  factsOf: (event: RecordedEvent, tx: Tx) => Promise<WebhookFacts | undefined>,
  impliedEvent?: { readonly event: EventType; isIn(event: RecordedEvent): boolean },
): EventHandler[] {
  const own = [
    on(events.filter(isWebhookEvent), 'webhooks', (event, tx) =>
      queueEvent(tx, event, { name: event.name, messageId: `event_${event.id}` }),
    ),
  ]
  const containedHandlers = [
    on(
      events.filter(({ name }) => impliedEvent && name !== impliedEvent.event.name),
      'webhooks-implied',
      async (event, tx) => {
        const messageId = `event_${event.id}_${impliedEvent!.event.name.replace('.', '_')}`
        if (impliedEvent!.isIn(event)) await queueEvent(tx, event, { name: impliedEvent!.event.name, messageId })
      },
    ),
  ]
  return [...own, ...containedHandlers]

  async function queueEvent(tx: Tx, event: RecordedEvent, { name, messageId }: { name: string; messageId: string }) {
    if (event.data.imported || event.audience !== 'account') return
    const receivers = await webhooksOfEvent(event, tx)
    const webhooks = receivers.flatMap(({ id, events: wanted }) => (wanted.includes(name) ? [id] : []))
    const facts = webhooks.length > 0 ? await factsOf(event, tx) : undefined
    if (!facts) return
    const subject = `${event.subject} ${event.subjectId ?? ''}`.trim()
    await queueDelivery(tx, webhooks, {
      event: name,
      subject,
      messageId,
      content: { type: name, timestamp: event.at, data: facts },
    })
  }
}

/**
 * Queues one message for each webhook, to be sent after the commit; `path` is added to the address of the webhook.
 * Returns the ids of the deliveries.
 */
export async function queueDelivery(
  tx: Tx,
  webhooks: readonly string[],
  message: { event: string; subject: string; content: object; messageId?: string; path?: string },
): Promise<number[]> {
  const { event, subject, content, messageId = `message_${randomUUID()}`, path = '' } = message
  const { rows } = await sql<{ id: number }>`
    insert into webhook_deliveries (webhook_id, message_id, event, subject, body, path)
    select id, ${messageId}, ${event}, ${subject}, ${JSON.stringify(content)}, ${path} from unnest(${webhooks}::uuid[]) id returning id`.execute(
    tx,
  )
  await addJob(tx, DELIVER, {}, { key: DELIVER.name })
  return rows.map(({ id }) => id)
}

/** Sends at once what waits for the next try of a webhook: its endpoint was repaired. */
export async function deliverNow(tx: Tx, webhookId: string): Promise<void> {
  await sql`update webhooks set next_at = now() where id = ${webhookId} and next_at > now()`.execute(tx)
  await sql`
    update webhook_deliveries set next_at = now() where webhook_id = ${webhookId} and state = 'WAITING' and next_at > now()`.execute(
    tx,
  )
  await addJob(tx, DELIVER, {}, { key: DELIVER.name })
}

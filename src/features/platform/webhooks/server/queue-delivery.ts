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
 * `implied` is an event that others contain: it is sent after each of them that has it.
 */
export function webhookHandlers(
  events: readonly EventType[],
  factsOf: (event: RecordedEvent, tx: Tx) => Promise<WebhookFacts | undefined>,
  implied?: { readonly event: EventType; isIn(event: RecordedEvent): boolean },
): EventHandler[] {
  const own = [
    on(events.filter(isWebhookEvent), 'webhooks', (recorded, tx) =>
      queueEvent(tx, recorded, { name: recorded.name, messageId: `event_${recorded.id}` }),
    ),
  ]
  const contained = [
    on(
      events.filter(({ name }) => implied && name !== implied.event.name),
      'webhooks-implied',
      async (recorded, tx) => {
        const messageId = `event_${recorded.id}_${implied!.event.name.replace('.', '_')}`
        if (implied!.isIn(recorded)) await queueEvent(tx, recorded, { name: implied!.event.name, messageId })
      },
    ),
  ]
  return [...own, ...contained]

  async function queueEvent(tx: Tx, recorded: RecordedEvent, { name, messageId }: { name: string; messageId: string }) {
    if (recorded.data.imported || recorded.audience !== 'account') return
    const receivers = await webhooksOfEvent(recorded, tx)
    const webhooks = receivers.flatMap(({ id, events: wanted }) => (wanted.includes(name) ? [id] : []))
    const facts = webhooks.length > 0 ? await factsOf(recorded, tx) : undefined
    if (!facts) return
    const subject = `${recorded.subject} ${recorded.subjectId ?? ''}`.trim()
    await queueDelivery(tx, webhooks, {
      event: name,
      subject,
      messageId,
      content: { type: name, timestamp: recorded.at, data: facts },
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

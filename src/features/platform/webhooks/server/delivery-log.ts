import { sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'
import { directionOf, findJsonPage } from '#kit/server/list/find-page.ts'
import type { AppContext } from '#kit/server/portal.ts'
import type { Setting } from '#kit/server/settings/setting.ts'
import { isoSql } from '#kit/server/sql-text.ts'
import type { WebhookDelivery } from '../contract.ts'

/** Days for which deliveries are stored. */
export const deliveryLogDays: Setting<number> = {
  key: 'webhooks.log-days',
  type: { kind: 'NUMBER', minimum: 1, maximum: 365, unit: 'DAYS' },
  default: 30,
}

const json = sql<WebhookDelivery>`json_build_object('id', d.id::text, 'messageId', d.message_id, 'event', d.event, 'subject', d.subject, 'state', d.state,
  'attempts', d.attempts, 'status', d.status, 'error', d.error, 'durationMs', d.duration_ms, 'body', d.body, 'replay', d.is_replay,
  'nextTry', case when d.state = 'WAITING' and d.attempts > 0 then ${isoSql('greatest(d.next_at, w.next_at)')} end,
  'created', ${isoSql('d.created_at')}, 'settled', ${isoSql('d.settled_at')})`

const sources = sql`webhook_deliveries d join webhooks w on w.id = d.webhook_id`

type Query = {
  readonly page: number
  readonly size: number
  readonly descending: boolean
  readonly state: readonly WebhookDelivery['state'][] | undefined
}

/** A page of a webhook's deliveries, and the total. */
export async function findDeliveries(db: Database, webhookId: string, { page, size, descending, state }: Query) {
  const where = sql`d.webhook_id = ${webhookId} and ${state?.length ? sql`d.state = any(${state}::text[])` : sql`true`}`
  return findJsonPage(db, {
    page,
    size,
    rows: sql<{ row: WebhookDelivery }>`select ${json} as row from ${sources} where ${where}
      order by d.id ${directionOf(descending)}`,
    of: sql`from webhook_deliveries d where ${where}`,
    capped: true,
  })
}

/** One delivery of a webhook. */
export async function deliveryOf(
  db: Database | Tx,
  webhookId: string,
  id: number,
): Promise<WebhookDelivery | undefined> {
  const { rows } = await sql<{ delivery: WebhookDelivery }>`
    select ${json} as delivery from ${sources} where d.webhook_id = ${webhookId} and d.id = ${id}`.execute(db)
  return rows[0]?.delivery
}

/** Queues a delivery again as a new one with the same message; undefined when there is none with that id. */
export async function queueReplay(tx: Tx, webhookId: string, id: number): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into webhook_deliveries (webhook_id, message_id, event, subject, body, path, is_replay)
    select webhook_id, message_id, event, subject, body, path, true from webhook_deliveries where webhook_id = ${webhookId} and id = ${id}
    returning id`.execute(tx)
  return rows[0]?.id
}

/** Fails what waits for a paused webhook, to be sent again one by one if at all. */
export async function passOverWaiting(tx: Tx, webhookId: string): Promise<void> {
  await sql`
    update webhook_deliveries set state = 'FAILED', claimed_until = null, error = 'passed over when the webhook was resumed', settled_at = now()
    where webhook_id = ${webhookId} and state = 'WAITING'`.execute(tx)
}

/** Deletes deliveries that are older than the days of the log, also those that wait for a paused webhook. */
export async function deleteOldDeliveries({ db, settings }: Pick<AppContext, 'db' | 'settings'>): Promise<void> {
  await sql`
    delete from webhook_deliveries d using webhooks w where w.id = d.webhook_id and (d.state <> 'WAITING' or w.state = 'PAUSED')
      and d.created_at < now() - make_interval(days => ${settings.valueOf(deliveryLogDays)})`.execute(db)
}

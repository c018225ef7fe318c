import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'
import type { Encryptor } from '#kit/server/encryption.ts'
import type { RecordedEvent } from '#kit/server/events/event.ts'
import { isoSql } from '#kit/server/sql-text.ts'
import { secretPurpose } from './webhook-store.ts'
import { webhooksOfEvent } from './webhooks-of-event.ts'

/** A protocol whose subscriptions are delivered as webhooks. */
type Protocol = 'tmf621'
/** A subscription of a protocol, with the state of its deliveries. */
export type Subscription = {
  readonly id: string
  readonly owner: string
  readonly url: string
  readonly description: string
  readonly events: readonly string[]
  readonly state: 'ACTIVE' | 'PAUSED'
  readonly waiting: number
  readonly lastSuccess: string | null
  readonly lastError: string | null
  readonly created: string
}

const columns = sql`w.id, w.owner, w.url, w.description, w.events, w.state, w.last_error as "lastError",
  (select count(*) from webhook_deliveries d where d.webhook_id = w.id and d.state = 'WAITING') as waiting,
  ${isoSql('w.last_success_at')} as "lastSuccess", ${isoSql('w.created_at')} as created`

/** Adds a subscription, which the queue of webhooks delivers to. The caller has checked the address. Returns its id. */
export async function createSubscription(
  tx: Tx,
  encrypt: Encryptor,
  subscription: {
    readonly protocol: Protocol
    readonly owner: string
    readonly accountId: number
    readonly url: string
    readonly description: string
    readonly events: readonly string[]
    readonly secret: string
    readonly createdBy: number
  },
): Promise<string> {
  const id = randomUUID()
  const { protocol, owner, accountId, url, description, events, secret, createdBy } = subscription
  await sql`
    insert into webhooks (id, account_id, url, description, events, secret, created_by, protocol, owner)
    values (${id}, ${accountId}, ${url}, ${description}, ${[...events]}, ${encrypt.close(secret, secretPurpose(id))}, ${createdBy}, ${protocol}, ${owner})`.execute(
    tx,
  )
  return id
}

/** The subscriptions of an account in a protocol, oldest first. */
export async function findSubscriptions(
  db: Database | Tx,
  protocol: Protocol,
  accountId: number,
): Promise<Subscription[]> {
  const { rows } = await sql<Subscription>`
    select ${columns} from webhooks w where w.protocol = ${protocol} and w.account_id = ${accountId} order by w.created_at, w.id`.execute(
    db,
  )
  return rows
}

/** The subscriptions of the account of an event, except those of one owner. */
export async function subscriptionsTo(
  event: RecordedEvent,
  tx: Tx,
  protocol: Protocol,
  exceptOwner: string | null,
): Promise<{ id: string; events: readonly string[] }[]> {
  const receivers = await webhooksOfEvent(event, tx)
  return receivers.filter((one) => one.protocol === protocol && one.owner !== exceptOwner)
}

/** Deletes a subscription of an account, of one owner where that is given; returns its address, undefined without one. */
export async function deleteSubscription(
  tx: Tx,
  protocol: Protocol,
  { id, accountId, owner }: { id: string; accountId: number; owner?: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ url: string }>`
    delete from webhooks where id = ${id} and protocol = ${protocol} and account_id = ${accountId}
      and ${owner === undefined ? sql`true` : sql`owner = ${owner}`} returning url`.execute(tx)
  return rows[0]?.url
}

/** Deletes all subscriptions of an owner. */
export async function deleteSubscriptionsOf(tx: Tx, protocol: Protocol, owner: string): Promise<void> {
  await sql`delete from webhooks where protocol = ${protocol} and owner = ${owner}`.execute(tx)
}

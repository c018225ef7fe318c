import { sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'
import type { EncryptedColumn } from '#kit/server/encrypted-column.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { Session } from '#kit/server/session.ts'
import { isoSql } from '#kit/server/sql-text.ts'
import { visibleIn } from '#kit/server/visible.ts'
import { manageWebhooks, type Webhook, webhookProblems } from '../contract.ts'

/** A webhook as commands use it. */
export type StoredWebhook = {
  readonly id: string
  readonly accountId: number
  readonly accountName: string
  readonly url: string
  readonly description: string
  readonly events: readonly string[]
  readonly state: Webhook['state']
  readonly secret: Buffer
  readonly version: number
}

/** The encryption purpose of a webhook's secret. */
export const secretPurpose = (id: string) => `webhook ${id}`
export const webhookSecrets: readonly EncryptedColumn[] = ['secret', 'previous_secret'].map((column) => ({
  table: 'webhooks',
  key: 'id',
  column,
  purposeOf: secretPurpose,
}))

const json = sql<Webhook>`json_build_object('id', w.id, 'account', a.name, 'protocol', w.protocol, 'url', w.url, 'description', w.description, 'events', w.events, 'state', w.state,
  'pausedBy', w.paused_by, 'waiting', (select count(*) from webhook_deliveries d where d.webhook_id = w.id and d.state = 'WAITING'),
  'failingSince', ${isoSql('w.failing_since')}, 'lastError', w.last_error, 'lastSuccess', ${isoSql('w.last_success_at')},
  'previousSecretUntil', case when w.previous_until > now() then ${isoSql('w.previous_until')} end, 'created', ${isoSql('w.created_at')}, 'version', w.version)`
const sources = sql`webhooks w join accounts a on a.id = w.account_id`

function visible(session: Session) {
  return visibleIn(session, manageWebhooks, 'w.account_id')
}

/** The webhooks of an account that the session manages, oldest first, subscriptions of protocols after them. */
export async function findWebhooks(db: Database, session: Session, account: string): Promise<Webhook[]> {
  const { rows } = await sql<{ webhook: Webhook }>`
    select ${json} as webhook from ${sources} where a.name = ${account} and ${visible(session)} order by w.protocol nulls first, w.created_at, w.id`.execute(
    db,
  )
  return rows.map(({ webhook }) => webhook)
}

/** A webhook that the session manages; 404 for any other. */
export async function webhookOf(db: Database | Tx, session: Session, id: string): Promise<Webhook> {
  const { rows } = await sql<{ webhook: Webhook }>`
    select ${json} as webhook from ${sources} where w.id = ${id} and ${visible(session)}`.execute(db)
  return rows[0]?.webhook ?? throwProblem(webhookProblems['webhook-not-found'])
}

/**
 * The same for commands, locked until the transaction ends. What subscriptions of a protocol are is decided by its own
 * calls: only a command that changes none of that takes them as well.
 */
export async function lockedWebhook(
  tx: Tx,
  session: Session,
  id: string,
  { orSubscription = false } = {},
): Promise<StoredWebhook> {
  const { rows } = await sql<StoredWebhook>`
    select w.id, w.account_id as "accountId", a.name as "accountName", w.url, w.description, w.events, w.state, w.secret, w.version
    from ${sources} where w.id = ${id} and ${visible(session)} and ${orSubscription ? sql`true` : sql`w.protocol is null`} for update of w`.execute(
    tx,
  )
  return rows[0] ?? throwProblem(webhookProblems['webhook-not-found'])
}

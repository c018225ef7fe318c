import { sql } from 'kysely'
import { type WebhookFacts, webhookHandlers } from '#features/platform/webhooks/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import type { RecordedEvent } from '#kit/server/events/event.ts'
import { releaseDelivered } from '../contract.ts'

/** Messages to the account's webhooks about delivered releases. */
export const releaseWebhooks = webhookHandlers([releaseDelivered], releaseFacts)

async function releaseFacts({ data }: RecordedEvent, tx: Tx): Promise<WebhookFacts | undefined> {
  const { rows } = await sql<{ id: string; name: string; account: string; bundle: string }>`
    select r.id::text as id, r.name, a.name as account, b.name as bundle
    from bundle_releases r join accounts a on a.id = r.account_id join bundles b on b.id = r.bundle_id where r.id = ${Number(data.releaseId)}`.execute(
    tx,
  )
  return rows[0]
}

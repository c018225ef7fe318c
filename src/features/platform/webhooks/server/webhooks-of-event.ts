import { sql } from 'kysely'
import { type Maker, makerHolds, makerOf } from '#features/access/sessions/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { noUser, recordEvent } from '#kit/server/events/event.ts'
import { oncePerEvent } from '#kit/server/events/once-per-event.ts'
import { manageWebhooks, webhookPaused } from '../contract.ts'
import en from '../messages/en.json' with { type: 'json' }

type ActiveWebhook = {
  readonly id: string
  readonly protocol: string | null
  readonly events: readonly string[]
  readonly owner: string | null
}

/**
 * The active webhooks and subscriptions of the account of an event. One whose maker may no longer make it pauses
 * until somebody who may do so resumes it, and answers for it from then on.
 */
export const webhooksOfEvent = oncePerEvent(async ({ accountId }, tx: Tx) => {
  const { rows } = await sql<ActiveWebhook & { url: string; account: string; maker: Maker }>`
    select w.id, w.protocol, w.events, w.owner, w.url, a.name as account, ${makerOf(sql`w.created_by`)} as maker
    from webhooks w join accounts a on a.id = w.account_id where w.account_id = ${accountId} and w.state = 'ACTIVE'`.execute(
    tx,
  )
  const active: ActiveWebhook[] = []
  for (const webhook of rows) {
    if (makerHolds(webhook.maker, manageWebhooks, webhook.account)) active.push(webhook)
    else await pauseWithoutMaker(tx, accountId, webhook)
  }
  return active
})

async function pauseWithoutMaker(
  tx: Tx,
  account: number | null,
  { id, url }: { id: string; url: string },
): Promise<void> {
  await sql`
    update webhooks set state = 'PAUSED', paused_by = 'MAKER', version = version + 1, updated_at = now() where id = ${id}`.execute(
    tx,
  )
  await recordEvent(tx, webhookPaused, noUser, { account, subject: id, data: { url, error: en.withoutMaker } })
}

import { sql } from 'kysely'
import { type Maker, makerHolds, makerOf } from '#features/access/sessions/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { noUser, recordEvent } from '#kit/server/events/event.ts'
import { oncePerEvent } from '#kit/server/events/once-per-event.ts'
import { manageWebhooks, webhookPaused } from '../contract.ts'
import { pageTexts } from '../texts.ts'

type Receiver = {
  readonly id: string
  readonly protocol: string | null
  readonly events: readonly string[]
  readonly owner: string | null
}

/**
 * The webhooks and subscriptions of the account of an event. Messages of a paused one wait until it is resumed. One
 * whose maker may no longer make it pauses until a user who may do so resumes it, and answers for it from then on.
 */
export const webhooksOfEvent = oncePerEvent(async ({ accountId }, tx: Tx) => {
  const { rows } = await sql<Receiver & { state: string; url: string; account: string; maker: Maker }>`
    select w.id, w.protocol, w.events, w.owner, w.url, w.state, a.name as account, ${makerOf(sql`w.created_by`)} as maker
    from webhooks w join accounts a on a.id = w.account_id where w.account_id = ${accountId}`.execute(tx)
  for (const webhook of rows)
    if (webhook.state === 'ACTIVE' && !makerHolds(webhook.maker, manageWebhooks, webhook.account))
      await pauseWithoutMaker(tx, accountId, webhook)
  return rows as readonly Receiver[]
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
  await recordEvent(tx, webhookPaused, noUser, { account, subject: id, data: { url, error: pageTexts.withoutMaker } })
}

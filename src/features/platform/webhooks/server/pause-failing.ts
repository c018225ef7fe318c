import { sql } from 'kysely'
import { accountSettingsPath } from '#features/accounts/account-pages/paths.ts'
import { notificationsOf } from '#features/platform/notification-groups/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { noUser, recordEvent } from '#kit/server/events/event.ts'
import { defineNotification } from '#kit/server/notification.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { manageWebhooks, webhookPaused } from '../contract.ts'
import { webhookPath } from '../paths.ts'

/** To the creator. */
const webhookStopped = defineNotification('webhook.paused', {
  group: notificationsOf.integrations,
  title: 'Webhook paused: {url}',
  text: 'The portal could not deliver events of {account} to {url} for 24 hours, so the webhook is paused. Last error: {error}\n\nFix the endpoint, and resume the webhook. What happened meanwhile is kept for some days, and is sent then.',
  open: 'Open webhooks',
  readable: [manageWebhooks],
})

type PausedWebhook = {
  readonly accountId: number
  readonly account: string
  readonly accountName: string
  readonly url: string
  readonly error: string
  readonly creator: number | null
  readonly protocol: string | null
}

/**
 * Pauses a webhook that failed for a day, and notifies its creator. What waits is kept until it is resumed.
 */
export async function pauseFailing(portal: AppContext, tx: Tx, webhookId: string): Promise<void> {
  const { rows } = await sql<PausedWebhook>`
    update webhooks w set state = 'PAUSED', paused_by = 'FAILURES', version = w.version + 1, updated_at = now()
    from accounts a where w.id = ${webhookId} and a.id = w.account_id and w.state = 'ACTIVE'
    returning w.account_id as "accountId", a.display_name as account, a.name as "accountName", w.url, w.protocol, w.last_error as error,
      w.created_by as creator`.execute(tx)
  const pausedWebhook = rows[0]
  if (!pausedWebhook) return
  await sql`
    update webhook_deliveries set claimed_until = null where webhook_id = ${webhookId} and state = 'WAITING'`.execute(
    tx,
  )
  const { accountId: account, accountName, creator, url, protocol } = pausedWebhook
  await recordEvent(tx, webhookPaused, noUser, {
    account,
    subject: webhookId,
    data: { url, error: pausedWebhook.error },
  })
  if (creator === null) return
  await portal.notifier.notify(tx, webhookStopped, {
    to: [{ userId: creator }],
    values: { account: pausedWebhook.account, url, error: pausedWebhook.error },
    link:
      protocol === null
        ? webhookPath({ account: accountName, accountId: account, webhookId })
        : `${accountSettingsPath({ account: accountName, accountId: account })}#exchange`,
    readable: { permission: manageWebhooks, accountId: account },
  })
}

import { sql } from 'kysely'
import { fillText } from '#kit/contract/problem.ts'
import type { Tx } from '#kit/server/database.ts'
import { noUser, recordEvent } from '#kit/server/events/event.ts'
import { queueMail } from '#kit/server/mail.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { webhookPaused } from '../contract.ts'
import { pageTexts } from '../texts.ts'

type Paused = {
  readonly accountId: number
  readonly account: string
  readonly accountName: string
  readonly url: string
  readonly error: string
  readonly creator: string | null
  readonly protocol: string | null
}

/**
 * Pauses a webhook that failed for a day, and mails its creator. What waits is kept until it is resumed.
 */
export async function pauseFailing(portal: AppContext, tx: Tx, webhookId: string): Promise<void> {
  const { rows } = await sql<Paused>`
    update webhooks w set state = 'PAUSED', paused_by = 'FAILURES', version = w.version + 1, updated_at = now()
    from accounts a where w.id = ${webhookId} and a.id = w.account_id and w.state = 'ACTIVE'
    returning w.account_id as "accountId", a.display_name as account, a.name as "accountName", w.url, w.protocol, w.last_error as error,
      (select email from users u where u.id = w.created_by and u.state = 'active') as creator`.execute(tx)
  const paused = rows[0]
  if (!paused) return
  await sql`
    update webhook_deliveries set claimed_until = null where webhook_id = ${webhookId} and state = 'WAITING'`.execute(
    tx,
  )
  const { accountId: account, accountName, creator, url, protocol } = paused
  await recordEvent(tx, webhookPaused, noUser, { account, subject: webhookId, data: { url, error: paused.error } })
  if (!creator) return
  await queueMail(tx, {
    to: creator,
    subject: fillText(pageTexts.mail.subject, { url }),
    paragraphs: [
      fillText(pageTexts.mail.text, { account: paused.account, url, error: paused.error }),
      pageTexts.mail.next,
    ],
    link: {
      label: pageTexts.mail.open,
      url: `${portal.publicUrl()}/${accountName}/${account}${protocol === null ? `/webhooks/${webhookId}` : '/account#exchange'}`,
    },
  })
}

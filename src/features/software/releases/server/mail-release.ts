import { sql } from 'kysely'
import { eventMailTexts } from '#features/messaging/announcements/server/index.ts'
import { downloadReleases } from '#features/software/uploads/contract.ts'
import type { Tx } from '#kit/server/database.ts'
import { queueMail } from '#kit/server/mail.ts'
import type { AppContext } from '#kit/server/portal.ts'

type Delivered = {
  readonly release: string
  readonly bundle: string
  readonly account: string
  readonly accountId: number
  readonly displayName: string
  readonly emails: readonly string[]
}

/**
 * Mails the account's users who may download, in the transaction of the delivery: with the text of the bound template,
 * or the usual one.
 */
export async function mailRelease(portal: AppContext, tx: Tx, releaseId: number): Promise<void> {
  const roles = downloadReleases.grants.map(({ role }) => role)
  const { rows } = await sql<Delivered>`
    select r.name as release, b.name as bundle, a.name as account, a.id as "accountId", a.display_name as "displayName",
      array(select distinct u.email from role_grants g join users u on u.id = g.user_id and u.state = 'active' and not u.notification_blocking
        and 'RELEASES' = any(u.subscriptions) where g.account_id = a.id and g.role = any(${roles}::text[])) as emails
    from bundle_releases r join accounts a on a.id = r.account_id join bundles b on b.id = r.bundle_id where r.id = ${releaseId}`.execute(
    tx,
  )
  const delivered = rows[0]
  if (!delivered) return
  const { release, bundle, account, accountId, displayName, emails } = delivered
  const baseUrl = portal.publicUrl()
  const bound = { events: ['RELEASE_DELIVERED'], account, baseUrl } as const
  const values = { 'release.name': release, 'bundle.name': bundle, 'account.name': displayName }
  const texts = await eventMailTexts(tx, bound, values, emails)
  for (const email of emails)
    await queueMail(tx, {
      to: email,
      ...(texts?.get(email) ?? usualText(delivered)),
      link: { label: 'Open the release', url: `${baseUrl}/${account}/${accountId}/software/${releaseId}` },
      key: `release ${releaseId} ${email}`,
    })
}

function usualText({ release, displayName }: Delivered) {
  return {
    subject: `${release} was delivered to ${displayName}`.replace(/[\r\n\0]/g, ' '),
    paragraphs: [
      `${release} is ready for ${displayName}. It was approved by a second user and signed.`,
      'Download it in the portal; the page of the release says how to verify it offline.',
    ],
  }
}

import { sql } from 'kysely'
import { eventMailTexts } from '#features/messaging/announcements/server/index.ts'
import { releasePath } from '#features/software/release-pages/paths.ts'
import { downloadReleases } from '#features/software/uploads/contract.ts'
import type { Tx } from '#kit/server/database.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { releaseArrived } from './release-notifications.ts'

type Delivered = {
  readonly release: string
  readonly bundle: string
  readonly account: string
  readonly accountId: number
  readonly displayName: string
  readonly users: readonly { readonly id: number; readonly email: string }[]
}

/**
 * Notifies the account's users who may download, in the transaction of the delivery; the mail has the text of the bound
 * template, or the usual one.
 */
export async function notifyOfDelivery(portal: AppContext, tx: Tx, releaseId: number): Promise<void> {
  const roles = downloadReleases.grants.map(({ role }) => role)
  const { rows } = await sql<Delivered>`
    select r.name as release, b.name as bundle, a.name as account, a.id as "accountId", a.display_name as "displayName",
      coalesce((select json_agg(json_build_object('id', u.id, 'email', u.email)) from users u where u.erased_at is null and u.id in (
        select g.user_id from role_grants g where g.account_id = a.id and g.role = any(${roles}::text[]))), '[]') as users
    from bundle_releases r join accounts a on a.id = r.account_id join bundles b on b.id = r.bundle_id where r.id = ${releaseId}`.execute(
    tx,
  )
  const delivered = rows[0]
  if (!delivered) return
  const { release, bundle, account, accountId, displayName, users } = delivered
  const baseUrl = portal.publicUrl()
  const bound = { events: ['RELEASE_DELIVERED'], account, baseUrl } as const
  const values = { 'release.name': release, 'bundle.name': bundle, 'account.name': displayName }
  const texts = await eventMailTexts(
    tx,
    bound,
    values,
    users.map(({ email }) => email),
  )
  await portal.notifier.notify(tx, releaseArrived, {
    to: users.map(({ id: userId }) => ({ userId })),
    values: { release, account: displayName },
    link: releasePath({ account, accountId, releaseId }),
    key: String(releaseId),
    readable: { permission: downloadReleases, accountId },
    mail: ({ address }) => texts?.get(address) ?? {},
  })
}

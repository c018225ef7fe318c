import { sql } from 'kysely'
import { downloadReleases } from '#features/software/uploads/contract.ts'
import type { Tx } from '#kit/server/database.ts'
import type { RecordedEvent } from '#kit/server/events/event.ts'
import type { EventHandler } from '#kit/server/events/event-dispatcher.ts'
import { queueMail } from '#kit/server/mail.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { accountReleasesChanged, readReleases } from '../contract.ts'

/** Enqueues messages to the account's users who may download, in the transaction of the delivery. */
export async function notifyAccount(portal: AppContext, tx: Tx, releaseId: number): Promise<void> {
  const roles = downloadReleases.grants.map(({ role }) => role)
  const { rows } = await sql<{
    email: string
    release: string
    account: string
    accountId: number
    displayName: string
  }>`
    select distinct u.email, r.name as release, a.name as account, a.id as "accountId", a.display_name as "displayName"
    from bundle_releases r join accounts a on a.id = r.account_id join role_grants g on g.account_id = a.id and g.role = any(${roles}::text[])
      join users u on u.id = g.user_id and u.state = 'active' and not u.notification_blocking and 'RELEASES' = any(u.subscriptions)
    where r.id = ${releaseId}`.execute(tx)
  for (const { email, release, account, accountId, displayName } of rows)
    await queueMail(tx, {
      to: email,
      subject: `${release} was delivered to ${displayName}`.replace(/[\r\n\0]/g, ' '),
      paragraphs: [
        `${release} is ready for ${displayName}. It was approved by a second user and signed.`,
        'Download it in the portal; the page of the release says how to verify it offline.',
      ],
      link: { label: 'Open the release', url: `${portal.publicUrl()}/${account}/${accountId}/software/${releaseId}` },
      key: `release ${releaseId} ${email}`,
    })
}

/** Notifies pages of the account that show releases: of deliveries, notes, and a stopped bundle. */
export function accountHandlers(portal: AppContext): EventHandler[] {
  const ofOne = [
    'bundle.release-delivered',
    'bundle.release-deleted',
    'bundle.release-note-added',
    'bundle.release-note-updated',
    'bundle.release-note-deleted',
    'bundle.release-file-downloaded',
  ]
  return [
    ...ofOne.map((event) => ({
      event,
      name: 'account-releases',
      run: (recorded: RecordedEvent, tx: Tx) =>
        notify(portal, recorded, tx, sql`r.id = ${Number(recorded.data.releaseId)}`),
    })),
    {
      event: 'bundle.status-changed',
      name: 'account-releases',
      run: (recorded, tx) => notify(portal, recorded, tx, sql`r.bundle_id = ${Number(recorded.subjectId)}`),
    },
  ]
}

async function notify(portal: AppContext, event: RecordedEvent, tx: Tx, which: ReturnType<typeof sql>): Promise<void> {
  if (event.data.imported) return
  const { rows } = await sql<{ id: string; account: string }>`
    select r.id::text, a.name as account from bundle_releases r join accounts a on a.id = r.account_id where r.status = 'DELIVERED' and ${which}`.execute(
    tx,
  )
  for (const { id, account } of rows)
    await portal.live.publish(tx, {
      topic: accountReleasesChanged,
      params: { account },
      account,
      permission: readReleases,
      body: { id, account, event: event.name },
      eventId: event.id,
      requestId: event.requestId,
    })
}

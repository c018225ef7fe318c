import { sql } from 'kysely'
import { bundleMoved } from '#features/software/bundles/contract.ts'
import { releaseFileDownloaded } from '#features/software/uploads/contract.ts'
import type { EventType } from '#kit/contract/event.ts'
import type { Tx } from '#kit/server/database.ts'
import type { RecordedEvent } from '#kit/server/events/event.ts'
import { type EventHandler, on } from '#kit/server/events/event-handler.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { accountReleasesChanged, readReleases, releaseDeleted, releaseDelivered } from '../contract.ts'

/** Notifies pages of the account that show releases of these events about a release. */
export function accountReleaseHandler(portal: AppContext, events: readonly EventOfRelease[]): EventHandler {
  return on(events, 'account-releases', (event, tx) => notify(portal, event, tx, sql`r.id = ${event.data.releaseId}`))
}
type EventOfRelease = EventType<string, Pick<typeof releaseDelivered.data, 'releaseId'>>

/** The same of deliveries, deletions and a stopped bundle. */
export function accountHandlers(portal: AppContext): EventHandler[] {
  return [
    accountReleaseHandler(portal, [releaseDelivered, releaseDeleted, releaseFileDownloaded]),
    on(bundleMoved, 'account-releases', (event, tx) =>
      notify(portal, event, tx, sql`r.bundle_id = ${Number(event.subjectId)}`),
    ),
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

import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import type { RecordedEvent } from '#kit/server/events/event.ts'
import type { EventHandler } from '#kit/server/events/event-handler.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { accountReleasesChanged, readReleases } from '../contract.ts'

/** Notifies pages of the account that show releases: of deliveries, notes, and a stopped bundle. */
export function accountHandlers(portal: AppContext): EventHandler[] {
  const ofOne = [
    'bundle.release-delivered',
    'bundle.release-deleted',
    'bundle.release-note-added',
    'bundle.release-note-updated',
    'bundle.release-note-deleted',
    'bundle.release-file-downloaded',
    'bundle.receipt-received',
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

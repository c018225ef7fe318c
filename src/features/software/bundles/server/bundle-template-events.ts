import { sql } from 'kysely'
import type { TemplateEvent } from '#features/messaging/announcements/server/index.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import type { RecordedEvent } from '#kit/server/events/event.ts'
import { isEvent } from '#kit/server/events/event-handler.ts'
import { type BundleStatus, bundleMoved, readBundles } from '../contract.ts'

const bundleMovedTo = (event: 'BUNDLE_ON_HOLD' | 'BUNDLE_END_OF_LIFE', to: BundleStatus) => ({
  event,
  recorded: [bundleMoved],
  readable: readBundles,
  factsOf: async (event: RecordedEvent, db: Database | Tx) =>
    isEvent(event, bundleMoved) && event.data.changes.status?.[1] === to ? bundleFacts(event, db) : undefined,
})

/** Bundles put on hold and at their end of life, for templates. */
export const bundleTemplateEvents: readonly TemplateEvent[] = [
  bundleMovedTo('BUNDLE_ON_HOLD', 'ON_HOLD'),
  bundleMovedTo('BUNDLE_END_OF_LIFE', 'END_OF_LIFE'),
]

/** For the accounts to which a release of it was delivered. */
async function bundleFacts({ subjectId }: RecordedEvent, db: Database | Tx) {
  const { rows } = await sql<{ name: string; reason: string | null; accounts: string[] }>`
    select b.name, b.reason, array(select distinct a.name from bundle_releases r join accounts a on a.id = r.account_id
      where r.bundle_id = b.id and r.status = 'DELIVERED' and a.deleted_at is null order by 1) as accounts
    from bundles b where b.id = ${Number(subjectId)}`.execute(db)
  if (!rows[0]) return undefined
  const { name, reason, accounts } = rows[0]
  return { accounts, link: null, values: { 'bundle.name': name, 'bundle.reason': reason ?? '' } }
}

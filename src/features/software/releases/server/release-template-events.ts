import { sql } from 'kysely'
import type { TemplateEvent } from '#features/messaging/announcements/server/index.ts'
import { releasePath } from '#features/software/release-pages/paths.ts'
import { readReleases, releaseDelivered } from '../contract.ts'

const releaseDeliveredEvent: TemplateEvent<'RELEASE_DELIVERED'> = {
  event: 'RELEASE_DELIVERED',
  recorded: [releaseDelivered],
  readable: readReleases,
  async factsOf({ data }, db) {
    const { rows } = await sql<{ release: string; bundle: string; account: string; accountId: number }>`
      select r.name as release, b.name as bundle, a.name as account, a.id as "accountId"
      from bundle_releases r join accounts a on a.id = r.account_id join bundles b on b.id = r.bundle_id
      where r.id = ${Number(data.releaseId)}`.execute(db)
    if (!rows[0]) return undefined
    const { release, bundle, account, accountId } = rows[0]
    return {
      accounts: [account],
      link: releasePath({ account, accountId, releaseId: Number(data.releaseId) }),
      values: { 'release.name': release, 'bundle.name': bundle },
    }
  },
}

/** Delivered releases, for templates. */
export const releaseTemplateEvents: readonly TemplateEvent[] = [releaseDeliveredEvent]

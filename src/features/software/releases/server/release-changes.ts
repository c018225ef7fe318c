import { sql } from 'kysely'
import { changesBetween } from '#features/software/bundles/server/index.ts'
import type { Database } from '#kit/server/database.ts'
import type { ReleaseChanges } from '../contract.ts'
import { frozenComponents } from './frozen-components.ts'
import type { StoredRelease } from './stored-release.ts'

/** What a release changes against the newest one of its deployment type that its account had before. */
export async function findChanges(db: Database, { id, accountId, bundleId }: StoredRelease): Promise<ReleaseChanges> {
  const { rows } = await sql<{ id: number; name: string; bundleName: string }>`
    select r.id, r.name, b.name as "bundleName" from bundle_releases r join bundles b on b.id = r.bundle_id
    where r.account_id = ${accountId} and r.status = 'DELIVERED' and r.deleted_at is null and r.id < ${id}
      and b.deployment_type = (select deployment_type from bundles where id = ${bundleId})
    order by r.delivered_at desc limit 1`.execute(db)
  const before = rows[0]
  const changes = changesBetween(before ? await frozenComponents(db, before.id) : [], await frozenComponents(db, id))
  return { against: before ? { ...before, id: String(before.id) } : null, changes }
}

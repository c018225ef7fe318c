import { sql } from 'kysely'
import type { Database } from '#kit/server/database.ts'
import type { ReleaseChanges } from '../contract.ts'
import { frozenComponents, type StoredFrozen } from './frozen-components.ts'
import type { StoredRelease } from './stored-release.ts'

/** What a release changes against the newest one of its deployment type that its account had before. */
export async function findChanges(db: Database, { id, accountId, bundleId }: StoredRelease): Promise<ReleaseChanges> {
  const { rows } = await sql<{ id: number; name: string; bundleName: string }>`
    select r.id, r.name, b.name as "bundleName" from bundle_releases r join bundles b on b.id = r.bundle_id
    where r.account_id = ${accountId} and r.status = 'DELIVERED' and r.id < ${id}
      and b.deployment_type = (select deployment_type from bundles where id = ${bundleId})
    order by r.delivered_at desc limit 1`.execute(db)
  const before = rows[0]
  const changes = changesBetween(before ? await frozenComponents(db, before.id) : [], await frozenComponents(db, id))
  return { against: before ? { ...before, id: String(before.id) } : null, changes }
}

type Compared = Pick<StoredFrozen, 'fileName' | 'digest' | 'size'>

/** Pairs files by name, and where names carry a version, by the name without it. */
export function changesBetween(before: readonly Compared[], after: readonly Compared[]): ReleaseChanges['changes'] {
  const left = new Map(before.map((file) => [keyOf(file.fileName), file]))
  const changes = after.map(({ fileName, digest, size }): ReleaseChanges['changes'][number] => {
    const old = left.get(keyOf(fileName))
    left.delete(keyOf(fileName))
    const kind = old === undefined ? 'ADDED' : old.digest === digest ? 'SAME' : 'CHANGED'
    return { kind, fileName, before: old && old.fileName !== fileName ? old.fileName : null, size }
  })
  const removed = [...left.values()].map(({ fileName, size }) => ({
    kind: 'REMOVED' as const,
    fileName,
    before: null,
    size,
  }))
  return [...changes, ...removed]
}

function keyOf(name: string): string {
  return name.toLowerCase().replace(/\d+(\.\d+)+/g, '#')
}

import { sql } from 'kysely'
import type { Database } from '#kit/server/database.ts'
import type { RequestContext } from '#kit/server/serve/request-context.ts'
import type { BundleDiff, readBundleDiff } from '../contract.ts'
import { type ComparedFile, changesBetween } from './component-changes.ts'
import { readableBundle, type StoredBundle } from './stored-bundle.ts'

/** The differences of a bundle's files from those of another one. */
export async function findDiff(
  db: Database,
  { session, params, query }: RequestContext<typeof readBundleDiff>,
): Promise<BundleDiff> {
  const bundle = await readableBundle(db, session, params.id)
  const against = query.against ? await readableBundle(db, session, query.against) : await findBefore(db, bundle)
  const [before, after] = await Promise.all([against ? filesOf(db, against.id) : [], filesOf(db, bundle.id)])
  return {
    against: against ? { id: String(against.id), name: against.name } : null,
    changes: changesBetween(before, after),
  }
}

const RECENT = 200

/**
 * Its parent, else the previous version: of the older bundles of its deployment type one with a similar name first,
 * then the newest.
 */
async function findBefore(db: Database, { id }: StoredBundle): Promise<{ id: number; name: string } | undefined> {
  const { rows } = await sql<{ id: number; name: string }>`
    select o.id, o.name from bundles b cross join lateral (
      (select up.id, up.name, up.created_at from bundles up where up.id = b.parent_id)
      union all
      (select e.id, e.name, e.created_at from bundles e where e.deployment_type = b.deployment_type and (e.created_at, e.id) < (b.created_at, b.id)
        order by e.created_at desc, e.id desc limit ${RECENT})) o
    where b.id = ${id}
    order by (o.id = b.parent_id) is true desc, ${withoutVersions('o.name')} = ${withoutVersions('b.name')} desc, o.created_at desc, o.id desc limit 1`.execute(
    db,
  )
  return rows[0]
}

function withoutVersions(column: string) {
  return sql`regexp_replace(lower(${sql.raw(column)}), '[0-9]+([.][0-9]+)+', '#')`
}

async function filesOf(db: Database, bundleId: number): Promise<ComparedFile[]> {
  const { rows } = await sql<ComparedFile>`
    select file_name as "fileName", digest, size from bundle_components where bundle_id = ${bundleId} order by lower(file_name)`.execute(
    db,
  )
  return rows
}

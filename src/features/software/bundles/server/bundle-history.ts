import { sql } from 'kysely'
import type { Database } from '#kit/server/database.ts'
import type { BundleEntry } from '../contract.ts'
import { entryJson } from './bundle-json.ts'

/** A page of a bundle's history, from recorded events alone. */
export async function findBundleHistory(
  db: Database,
  bundleId: number,
  { page, size, descending }: { page: number; size: number; descending: boolean },
) {
  const where = sql`e.subject = 'bundle' and e.subject_id = ${String(bundleId)}`
  const direction = sql.raw(descending ? 'desc' : 'asc')
  const [entries, counted] = await Promise.all([
    sql<{ entry: BundleEntry }>`
      select ${entryJson} as entry from events e where ${where} order by e.id ${direction} limit ${size} offset ${page * size}`.execute(
      db,
    ),
    sql<{ count: number; newest: Date | null }>`
      select count(*) as count, max(e.at) as newest from events e where ${where}`.execute(db),
  ])
  const { count, newest } = counted.rows[0]!
  return { rows: entries.rows.map(({ entry }) => entry), total: { count }, lastUpdateTime: newest }
}

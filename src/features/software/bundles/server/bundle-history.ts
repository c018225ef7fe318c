import { sql } from 'kysely'
import type { Database } from '#kit/server/database.ts'
import { directionOf, findJsonPage } from '#kit/server/list/find-page.ts'
import type { BundleEntry } from '../contract.ts'
import { entryJson } from './bundle-json.ts'

/** A page of a bundle's history, from recorded events alone. */
export async function findBundleHistory(
  db: Database,
  bundleId: number,
  { page, size, descending }: { page: number; size: number; descending: boolean },
) {
  const where = sql`e.subject = 'bundle' and e.subject_id = ${String(bundleId)}`
  const direction = directionOf(descending)
  return findJsonPage(db, {
    page,
    size,
    rows: sql<{ row: BundleEntry }>`
      select ${entryJson} as row from events e where ${where} order by e.id ${direction}`,
    of: sql`from events e where ${where}`,
    newest: sql`e.at`,
  })
}

import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Database } from '#kit/server/database.ts'
import type { HistoryEntry } from '../contract.ts'

type Entry = z.output<typeof HistoryEntry>

/** What happened to a case, from recorded events alone; what is meant for vendor staff only when `staff` reads. */
export async function findHistory(
  db: Database,
  key: string,
  { staff, page, size, descending }: { staff: boolean; page: number; size: number; descending: boolean },
): Promise<{ entries: Entry[]; total: number; newest: string | null }> {
  const where = sql`e.subject = 'case' and e.subject_id = ${key} and ${staff ? sql`true` : sql`e.audience = 'account'`}`
  const direction = sql.raw(descending ? 'desc' : 'asc')
  const [entries, counted] = await Promise.all([
    sql<{ entry: Entry }>`
      select json_build_object('id', e.id::text, 'name', e.name, 'at', to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'by', e.actor_name,
        'impersonatedBy', e.impersonator_name, 'changes', coalesce(e.data->'changes', '{}'), 'internal', e.audience = 'vendor') as entry
      from events e where ${where} order by e.id ${direction} limit ${size} offset ${page * size}`.execute(db),
    sql<{ total: number; newest: string | null }>`
      select count(*) as total, to_char(max(e.at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as newest from events e where ${where}`.execute(
      db,
    ),
  ])
  return { entries: entries.rows.map(({ entry }) => entry), ...counted.rows[0]! }
}

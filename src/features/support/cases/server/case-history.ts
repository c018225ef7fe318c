import { sql } from 'kysely'
import type { Database } from '#kit/server/database.ts'
import { currentNameSql } from '#kit/server/events/former-names.ts'
import { isoSql } from '#kit/server/sql-text.ts'

/** A page of entries as JSON text, their number, the total, and the time of the newest. */
type Found = { rows: string; count: number; total: number; newest: string | null }

/** The history of a case, from recorded events alone; events for vendor staff only when `staff` reads. */
export async function findHistory(
  db: Database,
  key: string,
  { staff, page, size, descending }: { staff: boolean; page: number; size: number; descending: boolean },
): Promise<Found> {
  const where = sql`e.subject = 'case' and e.subject_id = ${key} and ${staff ? sql`true` : sql`e.audience = 'account'`}`
  const direction = sql.raw(descending ? 'desc' : 'asc')
  const { rows } = await sql<Found>`
    select coalesce('[' || string_agg(listed.entry, ',') || ']', '[]') as rows, count(listed.entry) as count, max(counted.total) as total, max(counted.newest) as newest
    from (select count(*) as total, ${isoSql('max(e.at)')} as newest from events e where ${where}) counted
    left join lateral (
      select json_build_object('id', e.id::text, 'name', ${currentNameSql()}, 'at', ${isoSql('e.at')},
        'by', shown_name(e.actor_id, e.actor_name), 'impersonatedBy', shown_name(e.impersonator_id, e.impersonator_name), 'changes', coalesce(e.data->'changes', '{}'), 'internal', e.audience = 'vendor')::text as entry
      from events e where ${where} order by e.at ${direction}, e.id ${direction} limit ${size} offset ${page * size}
    ) listed on true`.execute(db)
  return rows[0]!
}

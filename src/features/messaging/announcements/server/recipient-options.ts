import { sql } from 'kysely'
import type { Database } from '#kit/server/database.ts'
import type { RecipientOptions } from '../contract/announcement.ts'

const BUNDLES = 500

/** All plans, teams, and bundles that were delivered to accounts that the author may address (null = all). */
export async function findRecipientOptions(
  db: Database,
  limitedTo: readonly number[] | null,
): Promise<RecipientOptions> {
  const { rows } = await sql<RecipientOptions>`
    select (select coalesce(json_agg(json_build_object('id', p.id::text, 'name', p.name) order by p.display_order, p.id), '[]') from plans p) as plans,
      (select coalesce(json_agg(json_build_object('id', b.id::text, 'name', b.name) order by b.created_at desc, b.id desc), '[]') from (
        select b.id, b.name, b.created_at from bundles b
        where exists (select from bundle_releases r where r.bundle_id = b.id and r.status = 'DELIVERED'
          and (${limitedTo}::bigint[] is null or r.account_id = any(${limitedTo}::bigint[])))
        order by b.created_at desc, b.id desc limit ${BUNDLES}) b) as bundles,
      (select coalesce(json_agg(json_build_object('id', t.id::text, 'name', t.display_name || coalesce(' · ' || a.display_name, '')) order by t.display_name, t.id), '[]')
        from teams t left join accounts a on a.id = t.account_id
        where a.deleted_at is null and (${limitedTo}::bigint[] is null or t.account_id is null or t.account_id = any(${limitedTo}::bigint[]))) as teams`.execute(
    db,
  )
  return rows[0]!
}

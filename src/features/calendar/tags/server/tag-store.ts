import { type RawBuilder, sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'
import type { Tag } from '../contract.ts'

/** The JSON of the tag `t`. */
export const tagJson = sql<Tag>`json_build_object('id', t.id::text, 'name', t.name, 'colorCode', t.color_code, 'scope', t.scope,
  'holdsOutages', t.holds_outages, 'freeze', t.is_freeze, 'isFixed', t.is_fixed, 'version', t.version)`

/** The tags that meet a condition on `calendar_tags t`, by name. */
export async function findTags(db: Database | Tx, where: RawBuilder<boolean> = sql`true`): Promise<Tag[]> {
  const { rows } = await sql<{ tag: Tag }>`
    select ${tagJson} as tag from calendar_tags t where ${where} order by t.name collate "und-x-icu", t.id`.execute(db)
  return rows.map(({ tag }) => tag)
}

import { sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'
import { type UserSettings, usualSettings } from '../contract.ts'

/** A person's settings; what they never chose is as usual. */
export async function settingsOf(db: Database | Tx, personId: number): Promise<UserSettings> {
  const row = await db.selectFrom('user_settings').select('settings').where('user_id', '=', personId).executeTakeFirst()
  return { ...usualSettings, ...(row?.settings as Partial<UserSettings> | undefined) }
}

/** Changes the settings that are named. */
export async function changeSettings(tx: Tx, personId: number, chosen: object): Promise<void> {
  await sql`
    insert into user_settings (user_id, settings) values (${personId}, ${JSON.stringify(chosen)}::jsonb)
    on conflict (user_id) do update set settings = user_settings.settings || excluded.settings`.execute(tx)
}

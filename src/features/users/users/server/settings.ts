import { sql } from 'kysely'
import { subscribeUser } from '#features/access/user-records/server/index.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { type UserSettings, usualSettings } from '../contract.ts'

/** Settings stored with the user, where those who manage users set them too: the subjects of mail. */
const mailAbout = { mailCases: 'CASES', mailReleases: 'RELEASES' } as const
const mailSettings = Object.keys(mailAbout) as (keyof typeof mailAbout)[]

type ChosenSettings = { readonly [Name in keyof UserSettings]?: UserSettings[Name] | undefined }

/** A user's settings; defaults for those they never chose. */
export async function settingsOf(db: Database | Tx, userId: number): Promise<UserSettings> {
  const { settings, subscriptions } = await db
    .selectFrom('users as u')
    .leftJoin('user_settings as s', 's.user_id', 'u.id')
    .select(['s.settings', 'u.subscriptions'])
    .where('u.id', '=', userId)
    .executeTakeFirstOrThrow()
  const mail = mailSettings.map((name) => [name, subscriptions.includes(mailAbout[name])])
  return { ...usualSettings, ...(settings as Partial<UserSettings> | null), ...Object.fromEntries(mail) }
}

/** Changes the named settings. */
export async function changeSettings(tx: Tx, userId: number, newSettings: ChosenSettings): Promise<void> {
  const { mailCases, mailReleases, ...own } = newSettings
  await changeMail(tx, userId, { mailCases, mailReleases })
  if (Object.keys(own).length === 0) return
  await sql`
    insert into user_settings (user_id, settings) values (${userId}, ${JSON.stringify(own)}::jsonb)
    on conflict (user_id) do update set settings = user_settings.settings || excluded.settings`.execute(tx)
}

async function changeMail(
  tx: Tx,
  userId: number,
  newSettings: Pick<ChosenSettings, keyof typeof mailAbout>,
): Promise<void> {
  for (const name of mailSettings) {
    const on = newSettings[name]
    if (on !== undefined) await subscribeUser(tx, userId, { about: mailAbout[name], on })
  }
}

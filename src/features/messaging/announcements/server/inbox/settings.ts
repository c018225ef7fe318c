import { sql } from 'kysely'
import { clockTimeOf, minuteOf } from '#features/messaging/delivery-times/server/index.ts'
import { groupSettingsOf } from '#features/messaging/notifications/server/index.ts'
import { zoneOfUser } from '#features/messaging/templates/server/index.ts'
import { readUsers } from '#features/users/managed-users/contract.ts'
import { visibleUsersCondition } from '#features/users/managed-users/server/index.ts'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { hasPermission } from '#kit/server/has-permission.ts'
import { throwFieldProblem, throwProblem } from '#kit/server/http-problem.ts'
import type { Session } from '#kit/server/session.ts'
import {
  type AnnouncementSettings,
  announcementProblems,
  type CategoryChange,
  type CategorySetting,
  type NotificationHours,
} from '../../contract.ts'

/** A user's settings of all categories that can be muted, and their hours; the default is on, at once, without quiet hours. */
export async function settingsOf(db: Database | Tx, session: Session): Promise<AnnouncementSettings> {
  const { rows } = await sql<{
    settings: CategorySetting[]
    timeZone: string
    digestHour: number
    digestDay: NotificationHours['digestDay']
    quietFrom: number | null
    quietUntil: number | null
  }>`
    select (select coalesce(json_agg(json_build_object('categoryId', c.id::text, 'name', c.name, 'subCategory', c.sub_category, 'bell', coalesce(s.bell, true),
        'mail', coalesce(s.mail, true), 'mailWhen', coalesce(s.mail_when, 'AT_ONCE'), 'push', coalesce(s.push, true))
        order by c.name collate "und-x-icu", c.sub_category collate "und-x-icu" nulls first, c.id), '[]')
      from announcement_categories c left join announcement_settings s on s.category_id = c.id and s.user_id = u.id where not c.internal) as settings,
      ${zoneOfUser} as "timeZone", coalesce(h.digest_hour, 8) as "digestHour", coalesce(h.digest_day, 'MO') as "digestDay",
      h.quiet_from as "quietFrom", h.quiet_until as "quietUntil"
    from users u left join notification_hours h on h.user_id = u.id where u.id = ${session.userId}`.execute(db)
  const { settings, timeZone, digestHour, digestDay, quietFrom, quietUntil } = rows[0]!
  const quiet =
    quietFrom === null || quietUntil === null ? null : { from: clockTimeOf(quietFrom), until: clockTimeOf(quietUntil) }
  return { settings, groups: await groupSettingsOf(db, session), timeZone, hours: { digestHour, digestDay, quiet } }
}

/** Changes the given settings. */
export async function changeSettings(tx: Tx, session: Session, changes: readonly CategoryChange[]): Promise<void> {
  const settingById = new Map((await settingsOf(tx, session)).settings.map((setting) => [setting.categoryId, setting]))
  for (const { categoryId, bell, mail, mailWhen, push } of changes) {
    const before = settingById.get(categoryId) ?? throwProblem(announcementProblems['category-not-found'])
    await sql`
      insert into announcement_settings (user_id, category_id, bell, mail, mail_when, push, mail_changed_at)
      values (${session.userId}, ${categoryId}, ${bell ?? before.bell}, ${mail ?? before.mail}, ${mailWhen ?? before.mailWhen}, ${push ?? before.push},
        ${mail === undefined ? null : sql`clock_timestamp()`})
      on conflict (user_id, category_id) do update set bell = excluded.bell, mail = excluded.mail, mail_when = excluded.mail_when, push = excluded.push,
        mail_changed_at = coalesce(excluded.mail_changed_at, announcement_settings.mail_changed_at)`.execute(tx)
  }
}

/** Changes the times of digests and the quiet hours. */
export async function changeHours(
  tx: Tx,
  userId: number,
  { digestHour, digestDay, quiet }: NotificationHours,
): Promise<void> {
  if (quiet && quiet.from === quiet.until) throwFieldProblem('hours.quiet.until', 'must differ from the start')
  const [from, until] = quiet ? [minuteOf(quiet.from), minuteOf(quiet.until)] : [null, null]
  await sql`
    insert into notification_hours (user_id, digest_hour, digest_day, quiet_from, quiet_until)
    values (${userId}, ${digestHour}, ${digestDay}, ${from}, ${until})
    on conflict (user_id) do update set digest_hour = excluded.digest_hour, digest_day = excluded.digest_day,
      quiet_from = excluded.quiet_from, quiet_until = excluded.quiet_until`.execute(tx)
}

/** Throws unless the user name is the caller's own: 403 for a user whom the caller can see, else 404. */
export async function requireOwn(db: Database | Tx, session: Session, username: string | undefined): Promise<void> {
  if (username === undefined || username.toLowerCase() === session.actor.username.toLowerCase()) return
  const visibleUser = hasPermission(session, readUsers)
    ? await sql`select from users u where u.email = lower(${username}) and ${visibleUsersCondition(session, readUsers)}`.execute(
        db,
      )
    : { rows: [] }
  throwProblem(
    visibleUser.rows.length > 0 ? kitProblems['access-denied'] : announcementProblems['settings-of-unknown-user'],
    {
      permission: 'own settings',
    },
  )
}

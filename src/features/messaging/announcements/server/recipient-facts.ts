import { type RawBuilder, sql } from 'kysely'
import type { MailTime } from '#features/messaging/delivery-times/contract.ts'
import type { UserHours } from '#features/messaging/delivery-times/server/index.ts'
import { zoneOfUser } from '#features/messaging/templates/server/index.ts'

/** The fields of an announcement that determine its recipients, as SQL. */
export type NotificationSource = {
  readonly method: RawBuilder<unknown>
  readonly system: RawBuilder<unknown>
  readonly emailCopy: RawBuilder<unknown>
  readonly categoryId: RawBuilder<unknown>
}

/** Those of the row `a` of announcements. */
export const storedNotification: NotificationSource = {
  method: sql`a.delivery_method`,
  system: sql`a.is_system`,
  emailCopy: sql`a.email_copy`,
  categoryId: sql`a.category_id`,
}

/** Joins `s`, the settings of the user `u` for the category, and `h`, their hours. */
export const settingsJoin = ({ categoryId }: NotificationSource): RawBuilder<unknown> =>
  sql`left join announcement_settings s on s.user_id = u.id and s.category_id = ${categoryId}
    left join notification_hours h on h.user_id = u.id`

/** The user muted the category, or blocks notifications (which leaves banners). System announcements cannot be muted. */
export const isMuted = ({ method, system }: NotificationSource): RawBuilder<boolean> =>
  sql<boolean>`(not ${system} and ((u.notification_blocking and ${method} <> 'Banner') or not coalesce(s.bell, true)))`

/** The user's browsers show it, if any are subscribed. */
export const isPushed = (source: NotificationSource): RawBuilder<boolean> =>
  sql<boolean>`(not ${isMuted(source)} and coalesce(s.push, true)
    and exists (select from push_subscriptions b where b.user_id = u.id))`

/** The user gets the mail copy. */
export const isMailed = ({ system, emailCopy }: NotificationSource): RawBuilder<boolean> =>
  sql<boolean>`(${emailCopy} and (${system}
    or (not u.notification_blocking and 'ANNOUNCEMENTS' = any(u.subscriptions) and coalesce(s.mail, true))))`

/** When the user gets the mail copy. */
export const mailTime = ({ system }: NotificationSource): RawBuilder<MailTime> =>
  sql<MailTime>`case when ${system} then 'AT_ONCE' else coalesce(s.mail_when, 'AT_ONCE') end`

/** The user's hours as JSON (`UserHours`), for what can wait; null where the user set none and needs none. */
export const userHours = ({ system }: NotificationSource): RawBuilder<UserHours | null> =>
  sql<UserHours | null>`case when not ${system} and (h.quiet_from is not null or s.mail_when <> 'AT_ONCE') then json_build_object('zone', ${zoneOfUser},
    'digestHour', coalesce(h.digest_hour, 8), 'digestDay', coalesce(h.digest_day, 'MO'), 'quietFrom', h.quiet_from, 'quietUntil', h.quiet_until) end`

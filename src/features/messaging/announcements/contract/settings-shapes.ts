import * as z from 'zod/mini'
import { mailTimes, weekdays } from '#features/messaging/delivery-times/contract.ts'
import { GroupSetting } from '#features/messaging/notifications/contract.ts'
import { announcementId } from './announcement.ts'

/** Whether announcements of a category appear in the bell, by mail, and as notifications of browsers. */
export const CategorySetting = z.object({
  categoryId: announcementId,
  name: z.string(),
  subCategory: z.nullable(z.string()),
  bell: z.boolean(),
  mail: z.boolean(),
  /** At once, or in a digest. */
  mailWhen: z.enum(mailTimes),
  push: z.boolean(),
})
export type CategorySetting = z.output<typeof CategorySetting>

export const CategoryChange = z.strictObject({
  categoryId: announcementId,
  bell: z.optional(z.boolean()),
  mail: z.optional(z.boolean()),
  mailWhen: z.optional(z.enum(mailTimes)),
  push: z.optional(z.boolean()),
})
export type CategoryChange = z.output<typeof CategoryChange>

const clockTime = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/))
/** The times of a user's digests and quiet hours, on the clock of their own zone. */
export const NotificationHours = z.strictObject({
  digestHour: z.int().check(z.minimum(0), z.maximum(23)),
  /** The day of weekly digests. */
  digestDay: z.enum(weekdays),
  /** Mail and browser notifications wait for their end; `until` before `from` is on the next day. */
  quiet: z.nullable(z.strictObject({ from: clockTime, until: clockTime })),
})
export type NotificationHours = z.output<typeof NotificationHours>

/** A user's settings of notifications. */
export const AnnouncementSettings = z.object({
  settings: z.array(CategorySetting),
  /** Of all other notifications. */
  groups: z.array(GroupSetting),
  hours: NotificationHours,
  /** The zone of the hours. */
  timeZone: z.string(),
})
export type AnnouncementSettings = z.output<typeof AnnouncementSettings>

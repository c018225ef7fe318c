import * as z from 'zod/mini'
import { announcementStatuses } from './announcement-enums.ts'
import { announcementFields, announcementId } from './announcement-fields.ts'

export const Category = z.object({
  id: announcementId,
  name: z.string(),
  subCategory: z.nullable(z.string()),
  /** How many announcements have it. */
  announcements: z.int(),
  version: z.int(),
})
export type Category = z.output<typeof Category>

export const Announcement = z.object({
  id: announcementId,
  ...announcementFields,
  category: z.object({ name: z.string(), subCategory: z.nullable(z.string()) }),
  /** The name of its template. */
  templateName: z.nullable(z.string()),
  /** An event made it. */
  automatic: z.boolean(),
  /** ENDED: it has expired. ACTIVE: it was delivered at least once. */
  status: z.enum(announcementStatuses),
  author: z.string(),
  /** When the next occurrence is delivered first. */
  nextDelivery: z.nullable(z.iso.datetime()),
  /** Users who have it in their inbox. */
  delivered: z.int(),
  created: z.iso.datetime(),
  updated: z.iso.datetime(),
  version: z.int(),
})
export type Announcement = z.output<typeof Announcement>

const zoneTimes = z.object({ timeZone: z.string(), first: z.iso.datetime() })
/** The result of a delivery at this moment. */
export const AnnouncementPreview = z.object({
  count: z.int(),
  accounts: z.int(),
  mails: z.int(),
  /** Users who muted the category or block notifications. */
  muted: z.int(),
  /** The first of them by name. */
  recipients: z.array(
    z.object({
      username: z.string(),
      fullName: z.string(),
      accounts: z.array(z.string()),
      /** The values of the variables of the recipient, where the announcement has a template. */
      values: z.optional(z.record(z.string(), z.string())),
    }),
  ),
  /** Accounts without a value for a variable of the template, those with the most recipients first. */
  missing: z.array(z.object({ account: z.nullable(z.string()), variables: z.array(z.string()), users: z.int() })),
  /** The next five, in the author's zone. */
  occurrences: z.array(z.iso.datetime()),
  /** The first occurrence in each zone of a recipient, where each has their own. */
  zones: z.array(zoneTimes),
  /** A chosen day does not exist in one of the months: the last one is used. */
  lastDayOfMonth: z.boolean(),
  /** Banners that are shown now to some of the same users. */
  banners: z.array(z.object({ id: announcementId, title: z.string(), users: z.int() })),
})
export type AnnouncementPreview = z.output<typeof AnnouncementPreview>

const option = z.object({ id: z.string(), name: z.string() })
/** Plans and bundles by which recipients are chosen. */
export const RecipientOptions = z.object({
  plans: z.array(option),
  /** Those with a delivered release, the latest ones first. */
  bundles: z.array(option),
  /** The vendor's, and those of accounts that the author may address. */
  teams: z.array(option),
})
export type RecipientOptions = z.output<typeof RecipientOptions>

import * as z from 'zod/mini'
import { assignedGrants, roles } from '#features/access/roles/contract.ts'
import { scheduleFields } from '#features/messaging/delivery-times/contract.ts'
import {
  announcementTypes,
  deliveryMethods,
  inputValues,
  link,
  templateId,
} from '#features/messaging/templates/contract.ts'
import { permission } from '#kit/contract/permission.ts'
import { problems } from '#kit/contract/problem.ts'
import { announcementTextFields } from './announcement-text-fields.ts'
import { queryParams } from './query-fields.ts'
import { Recipients } from './recipients-fields.ts'

export const recipientsTypes = [
  'EVERYONE',
  'EVERYONE_AND_SIGN_IN',
  'VENDOR_USERS',
  'CUSTOMER_USERS',
  'USERS',
  'FILTER',
] as const
export type RecipientsType = (typeof recipientsTypes)[number]

export const announcementStatuses = ['DRAFT', 'SCHEDULED', 'ACTIVE', 'INACTIVE', 'ENDED'] as const
export type AnnouncementStatus = (typeof announcementStatuses)[number]

/** The roles that write announcements. */
const authors = [
  roles('ADMIN', 'HARMONIC_MANAGER', 'HARMONIC_TAC_MANAGER', 'HARMONIC_NOC'),
  assignedGrants('HARMONIC_CSM'),
]

/** Write, deliver and withdraw announcements; customer-success managers for their assigned accounts alone. */
export const manageAnnouncements = permission('announcement:manage', 'Write and deliver announcements', ...authors)
/** Set up the categories of announcements. */
export const manageCategories = permission('announcement:category', 'Edit categories of announcements', ...authors)

export const announcementProblems = problems({
  'announcement-not-found': { status: 404, text: 'The announcement was not found.' },
  'announcement-active': { status: 409, text: 'The announcement is active. Deactivate it before you delete it.' },
  'announcement-already-active': { status: 409, text: 'The announcement is active already.' },
  'announcement-not-active': { status: 409, text: 'The announcement is not active.' },
  'announcement-expired': { status: 409, text: 'The announcement has expired. Set a later expiry first.' },
  'announcement-without-recipients': {
    status: 409,
    text: 'No user fits these recipients. Change them, or confirm that it reaches no user now.',
  },
  'recipients-not-assigned': {
    status: 403,
    text: 'You can address users of the accounts that are assigned to you only. Choose among your accounts.',
  },
  'announcement-file-not-found': {
    status: 404,
    text: 'This file was not found, or you do not have permission to see it.',
  },
  'category-not-found': { status: 404, text: 'The category was not found. Choose another one.' },
  'category-in-use': { status: 409, text: '{count} announcements have this category. Give them another one first.' },
  'category-exists': { status: 409, text: 'A category of this name exists already.' },
  'inbox-item-not-found': { status: 404, text: 'The announcement is not in your inbox.' },
  'settings-of-unknown-user': { status: 404, text: 'The user was not found.' },
})

export const announcementId = z.string().check(z.regex(/^\d{1,15}$/))

const requiredFields = {
  type: z.enum(announcementTypes),
  deliveryMethod: z.enum(deliveryMethods),
  categoryId: announcementId,
  recipientsType: z.enum(recipientsTypes),
}
const optional = {
  /** Required without a template. */
  ...announcementTextFields,
  /** The template that its title and message come from. */
  templateId: z.nullable(templateId),
  /** The values of the template's user inputs. */
  inputs: inputValues,
  link: z.nullable(link),
  queryParams,
  attachmentsUrls: z.array(link).check(z.maxLength(10)),
  /** Also by mail, to users who did not disable it. */
  emailCopy: z.boolean(),
  /** From then on no user sees it, and it is no longer delivered. */
  expirationTs: z.nullable(z.iso.datetime()),
  /** Users cannot mute it. */
  system: z.boolean(),
  recipients: Recipients,
  ...scheduleFields,
}
/** The fields that an author writes. */
export const announcementFields = { ...requiredFields, ...optional }

/** A new announcement; defaults for absent fields: now, once, in the author's zone. */
export const NewAnnouncement = z.extend(z.partial(z.strictObject(optional)), requiredFields)
export type NewAnnouncement = z.output<typeof NewAnnouncement>

/** Changes of an announcement. */
export const AnnouncementChanges = z.partial(z.strictObject(announcementFields))

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

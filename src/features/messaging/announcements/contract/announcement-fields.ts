import * as z from 'zod/mini'
import { scheduleFields } from '#features/messaging/delivery-times/contract.ts'
import {
  announcementTypes,
  deliveryMethods,
  inputValues,
  link,
  templateId,
} from '#features/messaging/templates/contract.ts'
import { recipientsTypes } from './announcement-enums.ts'
import { announcementTextFields } from './announcement-text-fields.ts'
import { queryParams } from './query-fields.ts'
import { Recipients } from './recipients-fields.ts'

export const announcementId = z.string().check(z.regex(/^\d{1,15}$/))

const required = {
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
export const announcementFields = { ...required, ...optional }

/** A new announcement; defaults for absent fields: now, once, in the author's zone. */
export const NewAnnouncement = z.extend(z.partial(z.strictObject(optional)), required)
export type NewAnnouncement = z.output<typeof NewAnnouncement>

/** Changes of an announcement. */
export const AnnouncementChanges = z.partial(z.strictObject(announcementFields))

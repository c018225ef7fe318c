import * as z from 'zod/mini'
import { announcementTypes, bindableEvents, templateId } from '#features/messaging/templates/contract.ts'
import { announcementId } from './announcement-fields.ts'

export const TemplateBinding = z.strictObject({
  event: z.enum(bindableEvents),
  templateId,
  type: z.enum(announcementTypes),
  categoryId: announcementId,
  emailCopy: z.boolean(),
  /** Without it the template is the text of the event's own mails alone; true unless given. */
  announce: z.optional(z.boolean()),
})
export type TemplateBinding = z.output<typeof TemplateBinding>

/** The events that make announcements, with their templates. */
export const TemplateBindings = z.object({
  bindings: z.array(TemplateBinding),
  /** All events that can be bound. */
  events: z.array(z.object({ event: z.enum(bindableEvents), variables: z.array(z.string()) })),
  version: z.int(),
})
export type TemplateBindings = z.output<typeof TemplateBindings>

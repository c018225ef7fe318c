import * as z from 'zod/mini'
import {
  announcementTypes,
  bindableEvents,
  manageTemplates,
  readTemplates,
  templateId,
  templateProblems,
} from '#features/messaging/templates/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { announcementId, announcementProblems } from './announcement.ts'

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

const url = '/api/templates/bindings'

export const listTemplateBindings = endpoint({
  name: 'listTemplateBindings',
  tag: 'Templates',
  guard: readTemplates,
  method: 'GET',
  url,
  summary: 'List the events that make announcements, with their templates',
  reply: TemplateBindings,
  problems: [],
})
export const setTemplateBindings = endpoint({
  name: 'setTemplateBindings',
  tag: 'Templates',
  guard: manageTemplates,
  method: 'PUT',
  url,
  summary: 'Bind events to templates; events that are left out make no announcements',
  body: z.strictObject({ bindings: z.array(TemplateBinding).check(z.maxLength(bindableEvents.length)) }),
  reply: TemplateBindings,
  problems: [
    templateProblems['template-not-found'],
    templateProblems['template-not-active'],
    templateProblems['template-breaks-event'],
    announcementProblems['category-not-found'],
  ],
})

import * as z from 'zod/mini'
import {
  bindableEvents,
  manageTemplates,
  readTemplates,
  templateProblems,
} from '#features/messaging/templates/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { announcementProblems } from './announcement-problems.ts'
import { TemplateBinding, TemplateBindings } from './binding-shapes.ts'

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

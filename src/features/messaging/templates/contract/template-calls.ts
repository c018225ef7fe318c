import * as z from 'zod/mini'
import { endpoint } from '#kit/contract/endpoint.ts'
import { halList, listQuery } from '#kit/contract/hal.ts'
import { bindableEvents } from './backend-variables.ts'
import { deliveryMethods } from './message-enums.ts'
import {
  BackendVariableInfo,
  Cascade,
  inputValues,
  manageTemplates,
  NewTemplate,
  readTemplates,
  Template,
  TemplateChanges,
  TemplatePreview,
  templateId,
  templateProblems,
  templateTexts,
} from './template.ts'

const url = '/api/templates'
const byId = z.strictObject({ id: templateId })
const templates = { tag: 'Templates', guard: manageTemplates } as const
const notFound = templateProblems['template-not-found']
const exists = templateProblems['template-exists']
const account = z.optional(z.string().check(z.maxLength(32)))

export const listTemplates = endpoint({
  ...templates,
  guard: readTemplates,
  name: 'listTemplates',
  method: 'GET',
  url,
  summary: 'List templates by name',
  query: listQuery(['name', 'id'], {
    /** Part of the name. */
    q: z.optional(z.string().check(z.maxLength(120))),
    deliveryMethod: z.optional(z.array(z.enum(deliveryMethods))),
    enabled: z.optional(z.boolean()),
  }),
  reply: halList('templates', Template),
  problems: [],
})
export const readTemplate = endpoint({
  ...templates,
  guard: readTemplates,
  name: 'readTemplate',
  method: 'GET',
  url: `${url}/{id}`,
  summary: 'Read a template',
  params: byId,
  reply: Template,
  problems: [notFound],
})
export const createTemplate = endpoint({
  ...templates,
  name: 'createTemplate',
  method: 'POST',
  url,
  summary: 'Add a template',
  status: 201,
  body: NewTemplate,
  reply: Template,
  problems: [exists],
})
/** Values of user inputs for announcements that would lack one, by the id of the announcement. */
const corrections = z.optional(z.record(templateId, inputValues))
const changing = z.extend(TemplateChanges, { corrections })
export const updateTemplate = endpoint({
  ...templates,
  name: 'updateTemplate',
  method: 'PATCH',
  url: `${url}/{id}`,
  summary: 'Change a template and every announcement that has it',
  params: byId,
  body: changing,
  reply: Template,
  problems: [
    notFound,
    exists,
    templateProblems['template-breaks-announcements'],
    templateProblems['template-breaks-event'],
  ],
})
export const previewCascade = endpoint({
  ...templates,
  name: 'previewCascade',
  method: 'POST',
  url: `${url}/{id}/cascade`,
  summary: 'Show each announcement before and after a change of its template; nothing is saved',
  params: byId,
  body: changing,
  status: 200,
  reply: Cascade,
  problems: [notFound],
})
export const deleteTemplate = endpoint({
  ...templates,
  name: 'deleteTemplate',
  method: 'DELETE',
  url: `${url}/{id}`,
  summary: 'Delete a template that no announcement and no event uses',
  params: byId,
  problems: [notFound, templateProblems['template-in-use']],
})
export const activateTemplate = endpoint({
  ...templates,
  name: 'activateTemplate',
  method: 'POST',
  url: `${url}/activate/{id}`,
  summary: 'Activate a template, and the announcements that its deactivation withdrew',
  params: byId,
  status: 200,
  reply: Template,
  problems: [notFound, templateProblems['template-already-active']],
})
export const deactivateTemplate = endpoint({
  ...templates,
  name: 'deactivateTemplate',
  method: 'POST',
  url: `${url}/deactivate/{id}`,
  summary: 'Deactivate a template and withdraw every announcement that has it',
  params: byId,
  status: 200,
  reply: Template,
  problems: [notFound, templateProblems['template-not-active']],
})
export const listBackendVariables = endpoint({
  ...templates,
  guard: readTemplates,
  name: 'listBackendVariables',
  method: 'GET',
  url: `${url}/backend-variables`,
  summary: 'List the variables that the portal fills, with their values for an account',
  query: z.strictObject({ account }),
  reply: halList('variables', BackendVariableInfo),
  problems: [templateProblems['preview-account-not-found']],
})
export const previewTemplate = endpoint({
  ...templates,
  guard: readTemplates,
  name: 'previewTemplate',
  method: 'POST',
  url: `${url}/preview`,
  summary: 'Fill a template with the values of an account; nothing is saved',
  body: z.strictObject({
    ...templateTexts,
    inputs: z.optional(inputValues),
    account,
    /** Fills the variables of the last event of this kind too. */
    event: z.optional(z.enum(bindableEvents)),
  }),
  status: 200,
  reply: TemplatePreview,
  problems: [templateProblems['preview-account-not-found']],
})

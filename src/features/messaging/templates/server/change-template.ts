import { changesOf } from '#kit/server/events/event.ts'
import { etagOf, respond } from '#kit/server/handler-response.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { type CommandContext, requireVersion } from '#kit/server/serve/request-context.ts'
import {
  type activateTemplate,
  type BindableEvent,
  type createTemplate,
  type deactivateTemplate,
  type deleteTemplate,
  type Template,
  templateActivated,
  templateCreated,
  templateDeactivated,
  templateDeleted,
  templateProblems,
  templateUpdated,
  type updateTemplate,
} from '../contract.ts'
import { cascadeOf } from './cascade.ts'
import { requireFits, requireValid } from './require-valid.ts'
import { setEnabled, storeTemplate, templateOf } from './template-store.ts'
import type { TemplateUses } from './template-uses.ts'

const NAMED = 3

/** Adds a template. */
export async function addTemplate(call: CommandContext<typeof createTemplate>) {
  const { name, content, title = name, description = '', link = null, userInputs = [], deliveryMethod } = call.body
  const record = { name, content, title, description, link, userInputs, deliveryMethod: deliveryMethod ?? 'Banner' }
  requireValid(record)
  const storedTemplate = await storeTemplate(call.tx, record)
  await call.record(templateCreated, { subject: storedTemplate.id, data: { name: storedTemplate.name } })
  return withVersion(storedTemplate)
}

/** Changes a template with every announcement that has it; rejected while one of them would lack a value. */
export async function changeTemplate(uses: TemplateUses, call: CommandContext<typeof updateTemplate>) {
  const { tx } = call
  const before = await lockedTemplate(call)
  const { corrections, ...fields } = call.body
  const template = proposedTemplate(before, fields)
  const changes = changesOf(before, template)
  if (Object.keys(changes).length === 0) return withVersion(before)
  for (const event of before.events) requireFits(template, event as BindableEvent)
  const changedUses = await cascadeOf(uses, tx, { id: before.id, template, corrections })
  const brokenCount = changedUses.filter(({ row }) => row.errors.length > 0).length
  if (brokenCount > 0) throwProblem(templateProblems['template-breaks-announcements'], { count: brokenCount })
  const storedTemplate = await storeTemplate(tx, template, before.id)
  await uses.rewrite(
    tx,
    changedUses.map(({ row: { id, inputs }, parts }) => ({ id, parts, inputs })),
  )
  await call.record(templateUpdated, {
    subject: storedTemplate.id,
    data: { name: storedTemplate.name, changes, announcements: changedUses.length },
  })
  return withVersion(storedTemplate)
}

/** The template with the changes, if that is valid. */
export function proposedTemplate(
  before: Template,
  fields: { [Field in keyof Template]?: Template[Field] | undefined },
): Template {
  const template = {
    ...before,
    ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
  }
  requireValid(template)
  return template
}

/** Deletes a template that is not in use. */
export async function removeTemplate(
  uses: TemplateUses,
  call: CommandContext<typeof deleteTemplate>,
): Promise<undefined> {
  const { tx } = call
  const before = await lockedTemplate(call)
  if (before.announcements > 0 || before.events.length > 0) {
    const titles = (await uses.find(tx, before.id)).map(({ id, title }) => `“${title}” (${id})`)
    const more = titles.length > NAMED ? [`${titles.length - NAMED} more announcements`] : []
    const events = before.events.map((event) => event.toLowerCase().replaceAll('_', ' '))
    const useNames = [...titles.slice(0, NAMED), ...more, ...events.map((event) => `the event ${event}`)]
    throwProblem(templateProblems['template-in-use'], { uses: useNames.join(', ') })
  }
  await uses.forget(tx, before.id)
  await tx.deleteFrom('templates').where('id', '=', Number(before.id)).execute()
  await call.record(templateDeleted, { subject: before.id, data: { name: before.name } })
  return undefined
}

/** Activates a template with the announcements that its deactivation withdrew. */
export async function enableTemplate(uses: TemplateUses, call: CommandContext<typeof activateTemplate>) {
  const before = await lockedTemplate(call)
  if (before.enabled) throwProblem(templateProblems['template-already-active'])
  await setEnabled(call.tx, before.id, true)
  const announcements = await uses.restore(call.tx, before.id)
  await call.record(templateActivated, { subject: before.id, data: { name: before.name, announcements } })
  return withVersion(await templateOf(call.tx, before.id))
}

/** Deactivates a template and withdraws every announcement that has it. */
export async function disableTemplate(uses: TemplateUses, call: CommandContext<typeof deactivateTemplate>) {
  const before = await lockedTemplate(call)
  if (!before.enabled) throwProblem(templateProblems['template-not-active'])
  await setEnabled(call.tx, before.id, false)
  const announcements = await uses.withdraw(call.tx, before.id)
  await call.record(templateDeactivated, { subject: before.id, data: { name: before.name, announcements } })
  return withVersion(await templateOf(call.tx, before.id))
}

async function lockedTemplate(
  call: Pick<CommandContext<typeof deactivateTemplate>, 'tx' | 'params' | 'request'>,
): Promise<Template> {
  const before = await templateOf(call.tx, call.params.id, { lock: true })
  requireVersion(call, before.version)
  return before
}

/** The template with its version as ETag. */
export function withVersion(template: Template) {
  return respond(template, { headers: { etag: etagOf(template.version) } })
}

import { readSort } from '#kit/contract/hal.ts'
import { halPage, halSinglePage } from '#kit/server/list/hal-list.ts'
import type { AppContext, Feature } from '#kit/server/portal.ts'
import { registerCommand, serve } from '#kit/server/serve/serve.ts'
import {
  activateTemplate,
  createTemplate,
  deactivateTemplate,
  deleteTemplate,
  listBackendVariables,
  listTemplates,
  previewCascade,
  previewTemplate,
  readTemplate,
  updateTemplate,
} from '../contract.ts'
import { cascadeOf, shownCascade } from './cascade.ts'
import {
  addTemplate,
  changeTemplate,
  disableTemplate,
  enableTemplate,
  proposedTemplate,
  removeTemplate,
  withVersion,
} from './change-template.ts'
import { previewOf, variablesWithExamples } from './preview.ts'
import { findTemplates, templateOf } from './template-store.ts'
import type { TemplateUses } from './template-uses.ts'

export { makeDemoTemplates } from './demo-templates.ts'
export { type RecipientRow, recipientRow, recipientValues, zoneOfUser } from './recipient-values.ts'
export { requireFits, variablesWithoutValue } from './require-valid.ts'
export { templateOf } from './template-store.ts'
export type { TemplateUse, TemplateUses } from './template-uses.ts'

/** Templates of announcements; `uses` are the announcements that have them. */
export function templates(uses: TemplateUses): Feature {
  return { name: 'templates', serve: (portal) => serveTemplates(portal, uses) }
}

function serveTemplates(portal: AppContext, uses: TemplateUses): void {
  const { db } = portal
  registerCommand(portal, createTemplate, addTemplate)
  registerCommand(portal, updateTemplate, (call) => changeTemplate(uses, call))
  registerCommand(portal, deleteTemplate, (call) => removeTemplate(uses, call))
  registerCommand(portal, activateTemplate, (call) => enableTemplate(uses, call))
  registerCommand(portal, deactivateTemplate, (call) => disableTemplate(uses, call))

  serve(portal, listTemplates, async (call) => {
    const sort = readSort(call.query.sort, { field: 'name' as const, descending: false })[0]!
    return halPage(call, 'templates', await findTemplates(db, call.query, sort))
  })
  serve(portal, readTemplate, async ({ params }) => withVersion(await templateOf(db, params.id)))
  serve(portal, listBackendVariables, async (call) =>
    halSinglePage(call, 'variables', await variablesWithExamples(db, call.session, call.query.account)),
  )
  serve(portal, previewTemplate, (call) => previewOf(uses, db, call))
  serve(portal, previewCascade, async ({ params, body }) => {
    const { corrections, ...fields } = body
    const before = await templateOf(db, params.id)
    const template = proposedTemplate(before, fields)
    return shownCascade(await cascadeOf(uses, db, { id: before.id, template, corrections }))
  })
}

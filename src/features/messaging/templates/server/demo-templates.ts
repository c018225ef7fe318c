import type { Tx } from '#kit/server/database.ts'
import type { Template } from '../contract.ts'
import { demoTemplates } from './demo-data/templates.ts'
import { storeTemplate } from './template-store.ts'

/** Creates the templates of the demo. */
export async function makeDemoTemplates(tx: Tx): Promise<Template[]> {
  const newTemplates: Template[] = []
  for (const template of demoTemplates) newTemplates.push(await storeTemplate(tx, { ...template, link: null }))
  return newTemplates
}

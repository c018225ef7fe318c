import * as z from 'zod/mini'
import { NewCase } from '../contract.ts'

/** What the form of a new case holds; texts are empty where nothing was typed. */
export type NewCaseValues = {
  subject: string
  description: string
  priority: 'LOW' | 'MEDIUM' | 'HIGH'
  deploymentId: string
  product: string
  productVersion: string
  contact: string
  labels: string[]
  addressees: string[]
}

/** A form that nobody has touched. */
export const emptyCase: NewCaseValues = {
  subject: '',
  description: '',
  priority: 'MEDIUM',
  deploymentId: '',
  product: '',
  productVersion: '',
  contact: '',
  labels: [],
  addressees: [],
}

/** The body of `createCase`: what was left empty is left out. */
export function newCaseBody(values: NewCaseValues, internal: boolean, draftFileIds: readonly string[]) {
  const { subject, description, priority, labels, addressees, ...texts } = values
  const filled = Object.fromEntries(
    Object.entries(texts).flatMap(([name, value]) => (value.trim() ? [[name, value.trim()]] : [])),
  )
  return {
    type: 'CASE' as const,
    subject: subject.trim(),
    description,
    priority,
    ...(internal ? { internal } : {}),
    ...(labels.length > 0 ? { labels } : {}),
    ...(addressees.length > 0 ? { addressees } : {}),
    ...(draftFileIds.length > 0 ? { draftFileIds: [...draftFileIds] } : {}),
    ...filled,
  }
}

/** Names of the fields that the contract refuses. */
export function wrongFields(values: NewCaseValues): string[] {
  const checked = z.safeParse(NewCase, newCaseBody(values, false, []))
  const wrong = new Set(checked.success ? [] : checked.error.issues.map(({ path }) => String(path[0])))
  if (!values.description.trim()) wrong.add('description')
  if (!values.deploymentId) wrong.add('deploymentId')
  return [...wrong]
}

/** Reads a kept draft; what is not a value of the form is left out. */
export function valuesOfDraft(draft: Readonly<Record<string, unknown>>): NewCaseValues {
  const kept = Object.entries(draft).filter(([name, value]) => {
    const usual = emptyCase[name as keyof NewCaseValues]
    return Array.isArray(usual) ? Array.isArray(value) : typeof value === typeof usual
  })
  return { ...emptyCase, ...Object.fromEntries(kept) }
}

/** Whether something was typed that would be a pity to lose. */
export function isTouched(values: NewCaseValues): boolean {
  return JSON.stringify({ ...values, deploymentId: '' }) !== JSON.stringify(emptyCase)
}

import * as z from 'zod/mini'
import { type CaseText, caseTexts } from '#features/support/case-access/contract.ts'
import { NewCase } from '#features/support/cases/contract.ts'

/** The values of the form of a new case; texts are empty where there is no input. */
export type NewCaseValues = {
  subject: string
  description: string
  priority: 'LOW' | 'MEDIUM' | 'HIGH'
  deploymentId: string
  labels: string[]
  addressees: string[]
} & Record<CaseText, string>

/** An untouched form. */
export const emptyCase: NewCaseValues = {
  subject: '',
  description: '',
  priority: 'MEDIUM',
  deploymentId: '',
  ...(Object.fromEntries(caseTexts.map((text) => [text, ''])) as Record<CaseText, string>),
  labels: [],
  addressees: [],
}

/** Values of a new case in its address: another page has filled it in. */
export type CasePrefill = { subject?: string; description?: string; deployment?: string; priority?: string }

const priorities = ['LOW', 'MEDIUM', 'HIGH'] as const

/** An untouched form with what the address fills in. */
export function prefilledCase({ subject, description, deployment, priority }: CasePrefill): NewCaseValues {
  return {
    ...emptyCase,
    subject: String(subject ?? '').slice(0, 250),
    description: String(description ?? ''),
    deploymentId: String(deployment ?? ''),
    priority: priorities.find((one) => one === priority) ?? emptyCase.priority,
  }
}

/** The body of `createCase`: empty fields are left out. */
export function newCaseBody(values: NewCaseValues, internal: boolean, draftFileIds: readonly string[]) {
  const { subject, description, priority, labels, addressees, ...texts } = values
  const filledTexts = Object.fromEntries(
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
    ...filledTexts,
  }
}

/** Names of the fields that the contract rejects. */
export function wrongFields(values: NewCaseValues): string[] {
  const parseResult = z.safeParse(NewCase, newCaseBody(values, false, []))
  const wrong = new Set(parseResult.success ? [] : parseResult.error.issues.map(({ path }) => String(path[0])))
  if (!values.description.trim()) wrong.add('description')
  if (!values.deploymentId) wrong.add('deploymentId')
  return [...wrong]
}

/** Reads a stored draft; unknown values are left out. */
export function valuesOfDraft(draft: Readonly<Record<string, unknown>>): NewCaseValues {
  const keptEntries = Object.entries(draft).filter(([name, value]) => {
    const usual = emptyCase[name as keyof NewCaseValues]
    return Array.isArray(usual) ? Array.isArray(value) : typeof value === typeof usual
  })
  return { ...emptyCase, ...Object.fromEntries(keptEntries) }
}

/** Whether there is input worth keeping. */
export function isTouched(values: NewCaseValues): boolean {
  return JSON.stringify({ ...values, deploymentId: '' }) !== JSON.stringify(emptyCase)
}

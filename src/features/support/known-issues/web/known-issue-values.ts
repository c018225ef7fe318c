import * as z from 'zod/mini'
import { knownIssueFields, knownIssueNoteFields } from '../contract/known-issue.ts'
import type { InternalKnownIssueNote, KnownIssue } from '../contract.ts'

const lines = z.string().check(z.maxLength(5_000))

/** The values of the form; lists are texts with a line for each entry, empty texts stand for absent values. */
export const FormValues = z.object({
  ...knownIssueFields,
  ...knownIssueNoteFields,
  component: z.string().check(z.maxLength(100)),
  fixedIn: z.string().check(z.regex(/^(?:\d{1,9}(?:\.\d{1,9}){0,3})?$/)),
  conditions: lines,
  signature: lines,
})
export type FormValues = z.output<typeof FormValues>

export const emptyKnownIssue: FormValues = {
  title: '',
  product: '',
  component: '',
  affected: '',
  fixedIn: '',
  severity: 'MEDIUM',
  symptom: '',
  conditions: '',
  signature: '',
  workaround: '',
  releaseNote: '',
  published: false,
  note: '',
  detect: '',
}

/** The form of a known issue that exists. */
export function valuesOf(issue: KnownIssue, { note, detect }: InternalKnownIssueNote): FormValues {
  return {
    title: issue.title,
    product: issue.product,
    component: issue.component ?? '',
    affected: issue.affected,
    fixedIn: issue.fixedIn ?? '',
    severity: issue.severity,
    symptom: issue.symptom,
    conditions: issue.conditions.join('\n'),
    signature: issue.signature.join('\n'),
    workaround: issue.workaround,
    releaseNote: issue.releaseNote,
    published: issue.published,
    note,
    detect,
  }
}

/** The body of `declareKnownIssue` and `editKnownIssue`. */
export function bodyOf({ component, fixedIn, conditions, signature, ...values }: FormValues) {
  return {
    ...values,
    component: component.trim() || null,
    fixedIn: fixedIn.trim() || null,
    conditions: linesOf(conditions),
    signature: linesOf(signature),
  }
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

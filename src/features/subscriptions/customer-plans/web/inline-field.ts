import { minorUnits, typedMoney } from '#kit/web/text/money.ts'
import type { CustomerPlan } from '../contract.ts'

/** The fields of the list that are changed in their cells, in the order in which Tab reaches them. */
export const inlineFields = [
  'plan',
  'expirationDate',
  'contractStartDate',
  'contractLength',
  'cmNumber',
  'contractValue',
] as const
export type InlineField = (typeof inlineFields)[number]
/** A value as its cell shows it. */
export type InlineText = string | number | false | null
/** The cell that is changed. */
export type InlineCellAt = { readonly id: string; readonly field: InlineField }

/** The value of a field as it is typed. */
export function typedField(row: CustomerPlan, field: InlineField): string {
  if (field === 'plan') return row.plan?.id ?? ''
  const value = row[field]
  if (value === null) return ''
  return field === 'contractValue' && row.currency !== null ? typedMoney(row.contractValue!, row.currency) : `${value}`
}

/** The value of a field as it is saved: of the plan its id. */
export function storedField(row: CustomerPlan, field: InlineField): string | number | null {
  return field === 'plan' ? (row.plan?.id ?? null) : row[field]
}

/** Reads what was typed; undefined = it cannot be read, null = nothing. */
export function readField(
  row: CustomerPlan,
  field: InlineField,
  typedText: string,
): string | number | null | undefined {
  const text = typedText.trim()
  if (text === '') return null
  if (field === 'contractLength') return /^[1-5]$/.test(text) ? Number(text) : undefined
  if (field === 'cmNumber') {
    const digits = text.replaceAll(/[, ]/g, '')
    return /^\d{1,15}$/.test(digits) ? Number(digits) : undefined
  }
  if (field === 'contractValue')
    return row.currency === null ? undefined : (minorUnits(text, row.currency) ?? undefined)
  return text
}

import type { FacetValue } from '#features/accounts/accounts/contract.ts'
import { formatBytes } from '#kit/web/form/bytes.ts'
import { formatCount } from '#kit/web/text/format-count.ts'
import type { Service } from '../contract.ts'

type Kind = Pick<Service, 'valueType' | 'unit'>

/** A value as a table shows it; empty where the plan has none. Yes and no are shown as marks by the cell. */
export function valueText({ valueType, unit }: Kind, value: FacetValue | null | undefined): string {
  if (!value) return ''
  if (valueType === 'BOOLEAN') return value.booleanValue ? '✓' : '–'
  if (valueType === 'LIST') return value.listValue ?? ''
  if (value.isInfinity) return '∞'
  const number = value.numberValue ?? 0
  if (unit === 'bytes') return formatBytes(number)
  return unit ? `${formatCount(number)} ${unit}` : formatCount(number)
}

const powers: Readonly<Record<string, number>> = { '': 0, B: 0, KB: 1, MB: 2, GB: 3, TB: 4, PB: 5 }

/** Reads what is typed or pasted into a cell; undefined = it cannot be read, null = nothing. */
export function readValue(
  { valueType, unit, values }: Kind & Pick<Service, 'values'>,
  typedText: string,
): FacetValue | null | undefined {
  const text = typedText.trim()
  if (text === '') return null
  if (valueType === 'LIST') {
    const listValue = values.find((value) => value.toLowerCase() === text.toLowerCase())
    return listValue === undefined ? undefined : { listValue }
  }
  if (valueType === 'BOOLEAN') {
    if (/^(yes|true|1|✓|x)$/i.test(text)) return { booleanValue: true }
    return /^(no|false|0|–|-)$/i.test(text) ? { booleanValue: false } : undefined
  }
  if (/^(∞|inf|infinity|unlimited)$/i.test(text)) return { isInfinity: true, numberValue: Number.MAX_SAFE_INTEGER }
  const [, digits = '', letters = ''] = /^(-?[\d,. ]*\d)\s*([a-z]*)$/i.exec(text) ?? []
  if (digits === '') return undefined
  const number = Number(digits.replaceAll(/[, ]/g, ''))
  const power = unit === 'bytes' ? powers[letters.toUpperCase()] : letters === '' || letters === unit ? 0 : undefined
  if (power === undefined) return undefined
  const numberValue = Math.round(number * 1024 ** power)
  return Number.isSafeInteger(numberValue) && (power > 0 || Number.isInteger(number))
    ? { isInfinity: false, numberValue }
    : undefined
}

import type { FacetValue } from '#features/accounts/accounts/contract.ts'
import { flawOf } from './facet-value.ts'
import type { Service } from './plan.ts'

type Kind = Pick<Service, 'valueType' | 'values' | 'minimum' | 'maximum'>

/** A value of a service after the value type of the service has changed; null = the service cannot have it. */
export function convertedValue(value: FacetValue, service: Kind): FacetValue | null {
  const newValue = converters[service.valueType](value, service)
  return newValue && flawOf(service, newValue) === null ? newValue : null
}

const converters: Readonly<Record<Service['valueType'], (value: FacetValue, service: Kind) => FacetValue | null>> = {
  BOOLEAN({ isInfinity, numberValue, booleanValue, listValue }) {
    if (listValue !== undefined) {
      if (/^(yes|true)$/i.test(listValue)) return { booleanValue: true }
      return /^(no|false|none)$/i.test(listValue) ? { booleanValue: false } : null
    }
    return { booleanValue: booleanValue ?? (isInfinity === true || (numberValue ?? 0) > 0) }
  },
  NUMBER({ isInfinity, numberValue, booleanValue, listValue = '' }) {
    if (isInfinity || listValue === '∞') return { isInfinity: true, numberValue: Number.MAX_SAFE_INTEGER }
    const number = numberValue ?? (booleanValue === undefined ? firstNumber(listValue) : Number(booleanValue))
    return number === null ? null : { isInfinity: false, numberValue: number }
  },
  LIST({ isInfinity, numberValue, booleanValue, listValue }, { values }) {
    const text = listValue ?? (booleanValue === undefined ? null : booleanValue ? 'yes' : 'no')
    const same = values.find((one) => (text === null ? isNumber(one, { isInfinity, numberValue }) : alike(one, text)))
    return same === undefined ? null : { listValue: same }
  },
}

/** `60 days` is 60. */
function firstNumber(text: string): number | null {
  const [digits] = /^-?\d{1,15}/.exec(text.trim()) ?? []
  return digits === undefined ? null : Number(digits)
}

function isNumber(text: string, { isInfinity, numberValue }: FacetValue): boolean {
  return isInfinity ? text === '∞' : firstNumber(text) === numberValue
}

function alike(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

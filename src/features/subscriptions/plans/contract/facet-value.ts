import type { FacetValue } from '#features/accounts/accounts/contract.ts'
import type { Service } from './plan.ts'

/** A value as it is read after it was saved. */
export function savedValue(value: FacetValue): FacetValue {
  if (value.isInfinity) return { isInfinity: true, numberValue: Number.MAX_SAFE_INTEGER }
  return value.numberValue === undefined ? value : { isInfinity: false, numberValue: value.numberValue }
}

type Rule = Pick<Service, 'valueType' | 'values' | 'minimum' | 'maximum'>

/** The error of a value of a service: the member and a message; null = none. */
export function flawOf(
  { valueType, values, minimum, maximum }: Rule,
  value: FacetValue,
): { member: keyof FacetValue; message: string } | null {
  const { isInfinity, numberValue, booleanValue, listValue } = value
  if (booleanValue !== undefined && valueType !== 'BOOLEAN')
    return { member: 'booleanValue', message: 'is only for services with yes or no' }
  if (listValue !== undefined && valueType !== 'LIST')
    return { member: 'listValue', message: 'is only for services with a list' }
  if ((isInfinity || numberValue !== undefined) && valueType !== 'NUMBER')
    return { member: isInfinity ? 'isInfinity' : 'numberValue', message: 'is only for services with a number' }
  if (valueType === 'BOOLEAN')
    return booleanValue === undefined ? { member: 'booleanValue', message: 'is needed' } : null
  if (valueType === 'LIST')
    return listValue !== undefined && values.includes(listValue)
      ? null
      : { member: 'listValue', message: `must be one of: ${values.join(', ')}` }
  if (isInfinity)
    return numberValue === undefined || numberValue === Number.MAX_SAFE_INTEGER
      ? null
      : { member: 'numberValue', message: 'must be absent where there is no limit' }
  if (numberValue === undefined) return { member: 'numberValue', message: 'is needed where there is a limit' }
  const low = minimum ?? -Number.MAX_SAFE_INTEGER
  const high = maximum ?? Number.MAX_SAFE_INTEGER - 1
  return numberValue < low || numberValue > high
    ? { member: 'numberValue', message: `must be between ${low} and ${high}` }
    : null
}

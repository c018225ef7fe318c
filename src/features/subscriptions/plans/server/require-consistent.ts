import { throwFieldProblem } from '#kit/server/http-problem.ts'
import type { Service } from '../contract.ts'

/** Rejects fields of a service that do not fit its value type. */
export function requireConsistent({
  valueType,
  values,
  minimum,
  maximum,
}: Pick<Service, 'valueType' | 'values' | 'minimum' | 'maximum'>): void {
  if (valueType === 'LIST' && values.length === 0) throwFieldProblem('values', 'is needed for a list')
  if (valueType !== 'LIST' && values.length > 0) throwFieldProblem('values', 'is only for a list')
  if (new Set(values).size < values.length) throwFieldProblem('values', 'must not have a value twice')
  if (valueType !== 'NUMBER' && (minimum !== null || maximum !== null))
    throwFieldProblem(minimum === null ? 'maximum' : 'minimum', 'is only for a number')
  if (minimum !== null && maximum !== null && minimum > maximum)
    throwFieldProblem('maximum', 'must not be less than the minimum')
}

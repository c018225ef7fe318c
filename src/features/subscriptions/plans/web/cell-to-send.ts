import type { ChangedCell } from './places.ts'
import type { CellChange } from './sheet-changes.ts'

/** A changed cell as the API takes it: no limit has no number. */
export function cellToSend({ plan, service, value }: CellChange): ChangedCell {
  return {
    plan: { id: plan.id },
    facet: { name: service.name },
    constraintValue: value && (value.isInfinity ? { isInfinity: true } : value),
  }
}

import { useState } from 'react'
import type { FacetValue } from '#features/accounts/accounts/contract.ts'
import type { Plan, Service } from '../contract.ts'

/** A cell of the sheet: the value of a service in a plan. */
export type CellAt = { readonly plan: Plan; readonly service: Service }
export type CellChange = CellAt & { readonly value: FacetValue | null }

/** The key of a cell among the changes. */
export function cellKey({ plan, service }: CellAt): string {
  return `${plan.id} ${service.name}`
}

/** The stored value of a cell. */
export function storedValue({ plan, service }: CellAt): FacetValue | null {
  return plan.services.find(({ facet }) => facet.name === service.name)?.constraintValue ?? null
}

/** Whether two values are the same. */
export function sameValue(one: FacetValue | null, other: FacetValue | null): boolean {
  if (one === null || other === null) return one === other
  if (one.isInfinity || other.isInfinity) return one.isInfinity === other.isInfinity
  return (
    one.numberValue === other.numberValue &&
    one.booleanValue === other.booleanValue &&
    one.listValue === other.listValue
  )
}

/** A change of a value that another user has changed since it was read: one of the two is chosen. */
export type CellConflict = { readonly own: CellChange; readonly current: CellChange }

type Changes = ReadonlyMap<string, CellChange>

/** The changes of a sheet that are not saved yet, each step of which can be undone. */
export function useSheetChanges() {
  const [steps, setSteps] = useState<readonly Changes[]>([new Map()])
  const changes = steps.at(-1)!
  return {
    changes,
    canUndo: steps.length > 1,
    set(cells: readonly CellChange[]) {
      const next = new Map(changes)
      for (const cell of cells)
        if (sameValue(cell.value, storedValue(cell))) next.delete(cellKey(cell))
        else next.set(cellKey(cell), cell)
      setSteps([...steps, next])
    },
    /** The changes of values that are no longer those that were changed. */
    conflictsWith(plans: readonly Plan[]): readonly CellConflict[] {
      return [...changes.values()].flatMap((own) => {
        const plan = plans.find(({ id }) => id === own.plan.id)
        if (!plan) return []
        const current = { plan, service: own.service, value: storedValue({ plan, service: own.service }) }
        return sameValue(storedValue(own), current.value) ? [] : [{ own, current }]
      })
    },
    /** Resolves a conflict: the own value is kept as a change of the current one, or given up. */
    resolve({ own, current }: CellConflict, keeps: boolean) {
      const next = new Map(changes)
      if (keeps && !sameValue(own.value, current.value)) next.set(cellKey(own), { ...current, value: own.value })
      else next.delete(cellKey(own))
      setSteps([...steps, next])
    },
    undo: () => setSteps(steps.length > 1 ? steps.slice(0, -1) : steps),
    discard: () => setSteps([new Map()]),
  }
}

import type { Grouping } from '../contract.ts'

/** What was changed of a category or type and is not saved. */
export type GroupingEdit = Partial<Pick<Grouping, 'displayName' | 'color' | 'priority'>>

const HIGHEST = 99

/**
 * The priorities after one of `rows`, which are in order, was moved to another place: those in use, given out again in
 * the new order, and made different where two were equal.
 */
export function prioritiesAfterMove(
  rows: readonly Pick<Grouping, 'id' | 'priority'>[],
  id: string,
  to: number,
): ReadonlyMap<string, number> {
  const others = rows.filter((row) => row.id !== id)
  const order = [...others.slice(0, to).map((row) => row.id), id, ...others.slice(to).map((row) => row.id)]
  const usedPriorities = rows.map(({ priority }) => priority).toSorted((a, b) => a - b)
  const isTight =
    usedPriorities.some((priority, index) => index > 0 && priority <= usedPriorities[index - 1]!) ||
    usedPriorities.at(-1)! > HIGHEST
  return new Map(order.map((one, index) => [one, isTight ? index + 1 : usedPriorities[index]!]))
}

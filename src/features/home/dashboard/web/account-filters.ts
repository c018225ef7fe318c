/** The filters of the accounts (part 1 §2), each any-of. */
export type AccountFilters = Readonly<Record<string, readonly string[]>>

/** Names of the filters in the address. */
export const accountFilterNames = ['stage', 'region', 'deploymentTypes', 'csm'] as const

/** A change of the filters: *All*, or a value of one filter pressed. */
export type FilterChange = { all: true } | { name: string; value: string }

/**
 * The filters after a change. Choosing *All* clears all the others; pressing a value adds or removes it; *All* is on
 * whenever no other filter is (see `isAll`).
 */
export function afterChange(filters: AccountFilters, change: FilterChange): AccountFilters {
  if ('all' in change) return {}
  const before = filters[change.name] ?? []
  const values = before.includes(change.value)
    ? before.filter((value) => value !== change.value)
    : [...before, change.value]
  const { [change.name]: _, ...others } = filters
  return values.length > 0 ? { ...others, [change.name]: values } : others
}

/** Whether *All* is on: exactly when no other filter is. */
export function isAll(filters: AccountFilters): boolean {
  return accountFilterNames.every((name) => (filters[name] ?? []).length === 0)
}

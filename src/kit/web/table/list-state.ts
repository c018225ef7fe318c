import { useMemo } from 'react'
import { useAddress } from '../address.ts'

/** What a list shows, as it stands in the address: filters (any-of), words, sort. */
export type ListState = {
  /** The sort in force, `field,ASC` or `field,DESC`. */
  sort: string
  /** The values of each filter that is set. */
  filters: Readonly<Record<string, readonly string[]>>
  /** Sets a filter's values; none takes it away. */
  setFilter: (name: string, values: readonly string[]) => void
  /** Sets several filters at once. */
  setFilters: (filters: Readonly<Record<string, readonly string[]>>) => void
  setSort: (sort: string) => void
  /** Takes all filters away. */
  clear: () => void
  /** The query for the list's endpoint. */
  query: Readonly<Record<string, unknown>>
}

/** Binds a list's filters and sort to the address, so that a list can be shared, bookmarked and gone back to. */
export function useListState(options: { filters: readonly string[]; sort: string }): ListState {
  const { query: search, change } = useAddress<string>()
  const names = options.filters.join(' ')
  return useMemo(() => {
    const filters = Object.fromEntries(
      names.split(' ').flatMap((name) => {
        const values = listed(search[name])
        return values.length > 0 ? [[name, values]] : []
      }),
    )
    const sort = listed(search.sort, ';')[0] ?? options.sort
    return {
      sort,
      filters,
      setFilter: (name, values) => change(written({ [name]: values })),
      setFilters: (values) => change(written(values)),
      setSort: (next) => change({ sort: next === options.sort ? undefined : next }),
      clear: () => change(Object.fromEntries(names.split(' ').map((name) => [name, undefined]))),
      query: { ...filters, ...(filters.q ? { q: filters.q.join(',') } : {}), sort: [sort] },
    }
  }, [search, names, options.sort, change])
}

function written(filters: Readonly<Record<string, readonly string[]>>): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(filters).map(([name, values]) => [name, values.join(',') || undefined]))
}

function listed(value: string | string[] | undefined, separator = ','): readonly string[] {
  if (value === undefined || value === '') return []
  return Array.isArray(value) ? value : value.split(separator)
}

import { useMemo } from 'react'
import { useUrlQuery } from '../url-query.ts'

/** The state of a list in the address: filters (any-of), words, sort. */
export type ListState = {
  /** The current sort, `field,ASC` or `field,DESC`. */
  sort: string
  /** The values of each filter that is set. */
  filters: Readonly<Record<string, readonly string[]>>
  /** Sets a filter's values; none removes it. */
  setFilter: (name: string, values: readonly string[]) => void
  /** Sets several filters at once. */
  setFilters: (filters: Readonly<Record<string, readonly string[]>>) => void
  setSort: (sort: string) => void
  /** Removes all filters. */
  clear: () => void
  /** The query for the list's endpoint. */
  query: Readonly<Record<string, unknown>>
}

/** Binds a list's filters and sort to the address, so that a list can be shared, bookmarked and returned to. */
export function useListState(options: { filters: readonly string[]; sort: string }): ListState {
  const { query: search, change } = useUrlQuery<string>()
  const names = options.filters.join(' ')
  return useMemo(() => {
    return {
      ...readListState(search, { filters: names.split(' '), sort: options.sort }),
      setFilter: (name, values) => change(searchOfFilters({ [name]: values })),
      setFilters: (values) => change(searchOfFilters(values)),
      setSort: (next) => change({ sort: next === options.sort ? undefined : next }),
      clear: () => change(Object.fromEntries(names.split(' ').map((name) => [name, undefined]))),
    }
  }, [search, names, options.sort, change])
}

/** The list state in the query of an address. */
export function readListState(
  search: Readonly<Record<string, string | undefined>>,
  options: { filters: readonly string[]; sort: string },
): Pick<ListState, 'sort' | 'filters' | 'query'> {
  const filters = Object.fromEntries(
    options.filters.flatMap((name) => {
      const values = valuesOf(search[name])
      return values.length > 0 ? [[name, values]] : []
    }),
  )
  const sort = valuesOf(search.sort, ';')[0] ?? options.sort
  return { sort, filters, query: { ...filters, ...(filters.q ? { q: filters.q.join(',') } : {}), sort: [sort] } }
}

function searchOfFilters(filters: Readonly<Record<string, readonly string[]>>): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(filters).map(([name, values]) => [name, values.join(',') || undefined]))
}

function valuesOf(value: string | string[] | undefined, separator = ','): readonly string[] {
  if (value === undefined || value === '') return []
  return Array.isArray(value) ? value : value.split(separator)
}

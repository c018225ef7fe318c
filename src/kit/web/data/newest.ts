import { type Query, queryOptions, useQuery } from '@tanstack/react-query'
import type { AnyEndpoint } from '#kit/contract/endpoint.ts'
import { call, type Input } from './call.ts'

type ListInput = { readonly query: object }
type HalPage<Row> = { _embedded: Record<string, Row[]>; page: { totalElements: number } }

/** What is read of a list at its newest end. `sort` is its field of time and `most` the largest page of the endpoint. */
export type NewestEnd = { readonly count: number; readonly sort: string; readonly most: number }

/** The newest rows of a list, oldest first, and how many the whole list has. */
type Newest<Row> = { readonly rows: readonly Row[]; readonly total: number }

/**
 * Query options of the newest `count` rows of a list. The key begins as that of `queryOf`, so that live messages and
 * `refresh` find it.
 */
export function newestOf<Row>(endpoint: AnyEndpoint, input: ListInput, { count, sort, most }: NewestEnd) {
  const size = Math.min(count, most)
  const pages = Math.ceil(count / size)
  return queryOptions({
    queryKey: [endpoint.name, input, 'newest', count] as const,
    queryFn: async ({ signal }): Promise<Newest<Row>> => {
      const read = (page: number) => {
        const pageInput: object = { ...input, query: { ...input.query, sort: [`${sort},DESC`], size, page } }
        return call(endpoint, pageInput as Input<AnyEndpoint>, { signal }) as Promise<HalPage<Row>>
      }
      const first = await read(0)
      const total = first.page.totalElements
      const neededPages = Math.min(pages, Math.ceil(total / size))
      const rest = await Promise.all(
        Array.from({ length: Math.max(0, neededPages - 1) }, (_, index) => read(index + 1)),
      )
      const rows = [first, ...rest].flatMap(({ _embedded }) => Object.values(_embedded)[0] ?? [])
      return { rows: rows.reverse(), total }
    },
  })
}

/**
 * Reads the newest rows of a list that belongs to one thing, such as the comments of a case, and more of them as `count`
 * grows; meanwhile the rows that were read stay. `data` is undefined until the first ones are there, oldest first.
 */
export function useNewestOf<Row>(
  endpoint: AnyEndpoint,
  input: ListInput,
  end: NewestEnd,
  options: { enabled?: boolean } = {},
) {
  const ofSameList = (before: Newest<Row> | undefined, query: Pick<Query, 'queryKey'> | undefined) =>
    JSON.stringify(query?.queryKey[1]) === JSON.stringify(input) ? before : undefined
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...newestOf<Row>(endpoint, input, end),
    ...options,
    placeholderData: ofSameList,
  })
  const newestRows = data as Newest<Row> | undefined
  return {
    data: newestRows?.rows,
    hasMore: newestRows !== undefined && newestRows.rows.length < newestRows.total,
    reading: isPlaceholderData,
    error,
    refetch: () => void refetch(),
  }
}

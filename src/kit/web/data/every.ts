import { queryOptions, useQuery } from '@tanstack/react-query'
import type { AnyEndpoint } from '#kit/contract/endpoint.ts'
import { call, type Input } from './call.ts'

type ListInput = { readonly params?: object; readonly query: object }
type HalPage = { _embedded: Record<string, unknown[]>; _links: { next?: unknown } }

/**
 * Query options of a list that is read to its end. The key begins as that of `queryOf`, so that live messages and
 * `refresh` find it.
 */
export function everyOf<Row>(endpoint: AnyEndpoint, input: ListInput) {
  return queryOptions({
    queryKey: [endpoint.name, input, 'every'] as const,
    queryFn: ({ signal }) =>
      readEvery<Row>((page) => call(endpoint, pageOf(input, page), { signal }) as Promise<HalPage>),
  })
}

/**
 * Reads a list to its end, page by page; `data` is undefined until all of them are there. `input` sets the size of a
 * page. For lists that belong to one thing, such as the comments of a case; a list that grows without bound is a
 * `useList`.
 */
export function useEveryOf<Row>(endpoint: AnyEndpoint, input: ListInput, options: { enabled?: boolean } = {}) {
  const result = useQuery({ ...everyOf<Row>(endpoint, input), ...options })
  return { data: result.data, error: result.error, refetch: () => void result.refetch() }
}

/** Requests page after page until there is no next one. */
export async function readEvery<Row>(read: (page: number) => Promise<HalPage>): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (let page = 0; ; page++) {
    const { _embedded, _links } = await read(page)
    const pageRows = Object.values(_embedded)[0] ?? []
    rows.push(...(pageRows as Row[]))
    if (!_links.next || pageRows.length === 0) return rows
  }
}

function pageOf({ query, ...input }: ListInput, page: number): Input<AnyEndpoint> {
  const pageInput: object = { ...input, query: { ...query, page } }
  return pageInput as Input<AnyEndpoint>
}

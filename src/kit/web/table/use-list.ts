import { keepPreviousData, useQueries } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import type { AnyEndpoint } from '#kit/contract/endpoint.ts'
import type { Page } from '#kit/contract/hal.ts'
import { call, type Input, type Reply } from '../data/call.ts'
import { queryClient, refresh } from '../data/query.ts'

/** The rows of a HAL list's endpoint. */
export type RowOf<E extends AnyEndpoint> =
  Reply<E> extends { readonly _embedded: infer M } ? (M[keyof M] extends readonly (infer Row)[] ? Row : never) : never

/** A list of any length, of which the pages around the visible rows are loaded. */
export type List<Row> = {
  /** The number of rows; undefined until the first response. */
  total: number | undefined
  /** True when there are more rows than `total`. */
  capped: boolean
  /**
   * How many rows can be scrolled to at the moment: `total`, and of a capped list a page more than was seen, to its
   * last row.
   */
  length: number
  rowAt: (index: number) => Row | undefined
  /** Reports which rows are on screen. */
  show: (first: number, last: number) => void
  error: Error | null
  /** Requests the visible rows again. */
  refetch: () => void
}

/** Rows in one response. */
const ROWS = 100

/** Options of a list: rows in one response, and the milliseconds after which the browser stops waiting for it. */
type ListOptions = { readonly size?: number; readonly timeout?: number | undefined }

type HalPage = { _embedded: Record<string, unknown[]>; page: Page; _links: { next?: unknown } }

/**
 * Reads a server-driven list page by page, only those on screen: a list of 10,000 rows costs no more than one of 100.
 * `input` is the endpoint's (its `query` without page and size); while a new query is running the old rows stay.
 */
export function useList<E extends AnyEndpoint>(
  endpoint: E,
  input: Input<E>,
  { size = ROWS, timeout }: ListOptions = {},
): List<RowOf<E>> {
  const [range, setRange] = useState({ first: 0, last: 0 })
  const wantedPages = useMemo(() => {
    const pages = [0]
    for (let page = range.first; page <= range.last; page++) if (page > 0) pages.push(page)
    return pages
  }, [range])
  const pages = useQueries({
    queries: wantedPages.map((page) => ({
      ...queryOfPage(endpoint, input, page, { size, timeout }),
      placeholderData: keepPreviousData,
    })),
  })
  const show = useCallback(
    (first: number, last: number) => {
      const next = { first: Math.floor(Math.max(0, first) / size), last: Math.floor(Math.max(0, last) / size) }
      setRange((before) => (before.first === next.first && before.last === next.last ? before : next))
    },
    [size],
  )
  const page = pages[0]?.data?.page
  const reachedEnd = useReached(JSON.stringify(input), page?.capped ? pages.map(({ data }) => endOf(data, size)) : [])
  return {
    total: page?.totalElements,
    capped: page?.capped ?? false,
    length: Math.max(page?.totalElements ?? 0, reachedEnd),
    error: pages.find(({ error }) => error)?.error ?? null,
    show,
    refetch: () => void refresh(endpoint),
    rowAt: (index) => {
      const at = wantedPages.indexOf(Math.floor(index / size))
      const reply = pages[at]?.data
      const rows = reply && reply.page.number === wantedPages[at] ? Object.values(reply._embedded)[0] : undefined
      return rows?.[index % size] as RowOf<E> | undefined
    },
  }
}

/** Requests the first rows of a list that is about to be drawn. */
export function prefetchList<E extends AnyEndpoint>(endpoint: E, input: Input<E>): Promise<void> {
  return queryClient.prefetchQuery(queryOfPage(endpoint, input, 0))
}

function queryOfPage<E extends AnyEndpoint>(
  endpoint: E,
  input: Input<E>,
  page: number,
  { size = ROWS, timeout }: ListOptions = {},
) {
  const pageInput = withPage(input, page, size)
  return {
    queryKey: [endpoint.name, pageInput],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      call(endpoint, pageInput, { signal, timeout }) as Promise<HalPage>,
  }
}

/** The known end of a list's rows: a page further while there is a next one. */
function endOf(page: HalPage | undefined, size: number): number {
  if (!page) return 0
  const rows = Object.values(page._embedded)[0]?.length ?? 0
  return page.page.number * size + rows + (page._links.next ? size : 0)
}

/** The farthest end so far, so that scrolling up does not shorten the list; restarts with another query. */
function useReached(query: string, ends: readonly number[]): number {
  const [keptEnd, setKeptEnd] = useState({ query, end: 0 })
  const end = Math.max(keptEnd.query === query ? keptEnd.end : 0, ...ends)
  if (keptEnd.query !== query || keptEnd.end !== end) setKeptEnd({ query, end })
  return end
}

function withPage<E extends AnyEndpoint>(input: Input<E>, page: number, size: number): Input<E> {
  const parts = input as { query?: object }
  return { ...parts, query: { ...parts.query, page, size } } as Input<E>
}

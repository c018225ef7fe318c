import { TOTAL_CAP } from '#kit/contract/hal.ts'
import { JsonStream, RawJson } from '../handler-response.ts'
import { cursorText, type PageCursor } from './page-cursor.ts'

/** What a list needs of a call: its page and the requested address. */
type ListCall = {
  readonly query: { readonly page: number; readonly size: number }
  readonly request: { readonly url: string }
}

/** Where a page of a list with `afterPage` ends; null for the last one. Undefined for other lists. */
export type PageEnd = PageCursor | null | undefined

/** How many rows match: exact, or capped at 10,000 for a list declared as large. */
export type Total = { readonly count: number; readonly capped?: boolean }

/** A total counted with `limit 10001`: from there on it is 10,000 and `capped`. */
export function cappedTotal(count: number): Total {
  return count > TOTAL_CAP ? { count: TOTAL_CAP, capped: true } : { count: count }
}

/** The HAL response of a list (decisions.md 1.4): rows under `_embedded.<name>`, page figures, links. */
export function halPage<Name extends string, Row>(
  call: ListCall,
  name: Name,
  {
    rows,
    total,
    lastUpdateTime,
    end,
  }: { rows: readonly Row[]; total: Total; lastUpdateTime: Date | string | null; end?: PageEnd },
) {
  return {
    _embedded: { [name]: [...rows] } as Record<Name, Row[]>,
    page: pageOf(call, total),
    lastUpdateTime: isoOf(lastUpdateTime),
    _links: linksOf(call, { total, count: rows.length, end }),
  }
}

/** The response of a short list, complete on one page. */
export function halSinglePage<Name extends string, Row>(
  { request }: Pick<ListCall, 'request'>,
  name: Name,
  rows: readonly Row[],
) {
  const query = { page: 0, size: Math.max(rows.length, 1) }
  return halPage({ request, query }, name, { rows, total: { count: rows.length }, lastUpdateTime: null })
}

/**
 * The members of a list made of text beside its rows: the number of rows on this page, the total, and its own `more`.
 */
type Figures = {
  readonly count: number
  readonly total: Total
  readonly lastUpdateTime: Date | string | null
  readonly end?: PageEnd
  readonly more?: object
}

/** The same response from rows that PostgreSQL has made into JSON text already (`[…]`). */
export function halRawPage(call: ListCall, name: string, { rows, ...figures }: { rows: string } & Figures): RawJson {
  return new RawJson(`{"_embedded":{"${name}":${rows}},${figuresText(call, figures)}`)
}

/** This many rows are made and sent together: about 200 kB, which blocks the event loop for a millisecond or two. */
const TOGETHER = 200

/**
 * The same response from rows that `rowsOf` makes of their ids, some hundred at a time, as JSON text joined by commas.
 * A long list is sent while it is made, at the pace of its reader, and holds no connection of the pool while that one
 * is slow. A failure at the first rows is a normal error response; later it breaks the response off, which then has no
 * end.
 */
export async function halStream(
  call: ListCall,
  name: string,
  {
    ids,
    rowsOf,
    ...rest
  }: { ids: readonly string[]; rowsOf(ids: readonly string[]): Promise<string> } & Omit<Figures, 'count'>,
): Promise<RawJson | JsonStream> {
  const figures = { ...rest, count: ids.length }
  const first = await rowsOf(ids.slice(0, TOGETHER))
  if (ids.length <= TOGETHER) return halRawPage(call, name, { ...figures, rows: `[${first}]` })

  // The next rows are queried before the last ones are sent, so that the database and the network are busy together.
  const begin = (at: number) => {
    const rows = rowsOf(ids.slice(at, at + TOGETHER))
    rows.catch(() => undefined)
    return rows
  }
  async function* pieces(): AsyncGenerator<string> {
    let next = begin(TOGETHER)
    yield `{"_embedded":{"${name}":[${first}`
    let comma = first === '' ? '' : ','
    for (let at = TOGETHER; at < ids.length; at += TOGETHER) {
      const rows = await next
      if (at + TOGETHER < ids.length) next = begin(at + TOGETHER)
      // None, where all of them were removed meanwhile.
      if (rows === '') continue
      yield comma + rows
      comma = ','
    }
    yield `]},${figuresText(call, figures)}`
  }
  return new JsonStream(pieces())
}

function figuresText(call: ListCall, { count, total, lastUpdateTime, end, more }: Figures): string {
  const text = JSON.stringify({
    page: pageOf(call, total),
    lastUpdateTime: isoOf(lastUpdateTime),
    _links: linksOf(call, { total, count, end }),
    ...more,
  })
  return text.slice(1)
}

function pageOf({ query }: ListCall, total: Total) {
  return {
    size: query.size,
    totalElements: total.count,
    totalPages: Math.ceil(total.count / query.size),
    number: query.page,
    ...(total.capped ? { capped: true } : {}),
  }
}

function linksOf(
  { query: { page, size }, request }: ListCall,
  { total, count, end }: { total: Total; count: number; end: PageEnd },
) {
  const last = Math.max(Math.ceil(total.count / size) - 1, 0)
  const [path = '', search = ''] = request.url.split('?')
  const link = (number: number, after?: PageCursor | null) => {
    const params = new URLSearchParams(search)
    params.set('page', String(number))
    params.delete('after')
    if (after) params.set('after', cursorText(after))
    return { href: `${path}?${params}` }
  }
  const more = end === undefined ? (total.capped ? count === size : page < last) : end !== null
  return {
    self: { href: request.url },
    first: link(0),
    ...(page > 0 ? { prev: link(page - 1) } : {}),
    ...(more ? { next: link(page + 1, end) } : {}),
    ...(total.capped ? {} : { last: link(last) }),
  }
}

function isoOf(time: Date | string | null): string | null {
  return time === null ? null : new Date(time).toISOString()
}

import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from '#kit/contract/endpoint.ts'
import { halList, listQuery } from '#kit/contract/hal.ts'
import { newestOf } from './newest.ts'

const listLines = endpoint({
  tag: 'Test',
  guard: 'signed-in',
  name: 'listLines',
  method: 'GET',
  url: '/api/lines',
  summary: 'List lines',
  query: listQuery(['at'], {}, { maximum: 200 }),
  reply: halList('lines', z.object({ n: z.int() })),
  problems: [],
})
const requested: string[] = []

afterEach(() => {
  vi.unstubAllGlobals()
  requested.length = 0
})

/** Reads the newest `count` of `total` lines, of which a page has at most 200. */
async function read(count: number, total: number) {
  vi.stubGlobal('fetch', async (url: string | URL) => {
    const { searchParams: query } = new URL(String(url), 'http://portal.example')
    requested.push(`${query.get('sort')} ${query.get('page')} ${query.get('size')}`)
    const [page, size] = [Number(query.get('page')), Number(query.get('size'))]
    const lines = Array.from({ length: total }, (_, n) => ({ n: total - n })).slice(page * size, (page + 1) * size)
    const body = { _embedded: { lines }, page: { totalElements: total } }
    return new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } })
  })
  const found = await new QueryClient().fetchQuery(
    newestOf<{ n: number }>(listLines, { query: {} }, { count, sort: 'at', most: 200 }),
  )
  return { total: found.total, rows: found.rows.map(({ n }) => n) }
}

test('more rows than a page has are read in several pages, all at once, and given oldest first', async () => {
  const { rows, total } = await read(600, 1_234)
  expect(total).toBe(1_234)
  expect(rows).toEqual(Array.from({ length: 600 }, (_, n) => 635 + n))
  expect(requested).toEqual(['at,DESC 0 200', 'at,DESC 1 200', 'at,DESC 2 200'])
})

test('no page is requested that the list does not have', async () => {
  expect((await read(1_000, 201)).rows).toHaveLength(201)
  expect(requested).toHaveLength(2)
  expect((await read(50, 0)).rows).toEqual([])
  expect(requested.at(-1)).toBe('at,DESC 0 50')
})

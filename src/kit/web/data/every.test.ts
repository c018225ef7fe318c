import { expect, test } from 'vitest'
import { everyOf, readEvery } from './every.ts'

test('a list is read to its last page, and no page twice', async () => {
  const all = Array.from({ length: 2_345 }, (_, index) => index)
  const requested: number[] = []
  const rows = await readEvery<number>(async (page) => {
    requested.push(page)
    const next = (page + 1) * 1000 < all.length ? { next: {} } : {}
    return { _embedded: { comments: all.slice(page * 1000, (page + 1) * 1000) }, _links: next }
  })
  expect(rows).toEqual(all)
  expect(requested).toEqual([0, 1, 2])
})

test('its key begins with the name and the input, as live messages expect', () => {
  const input = { query: { issueKey: 'NORD-1', size: 1000 } }
  const { queryKey } = everyOf({ name: 'listComments' } as Parameters<typeof everyOf>[0], input)
  expect(queryKey.slice(0, 2)).toEqual(['listComments', input])
})

import { expect, test } from 'vitest'
import { readEvery } from './every.ts'

test('a list is read to its last page, and no page twice', async () => {
  const all = Array.from({ length: 2_345 }, (_, index) => index)
  const asked: number[] = []
  const rows = await readEvery<number>(async (page) => {
    asked.push(page)
    const next = (page + 1) * 1000 < all.length ? { next: {} } : {}
    return { _embedded: { comments: all.slice(page * 1000, (page + 1) * 1000) }, _links: next }
  })
  expect(rows).toEqual(all)
  expect(asked).toEqual([0, 1, 2])
})

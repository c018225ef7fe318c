import { expect, test } from 'vitest'
import { writeTogether } from './write-together.ts'

test('items that arrive during a write are written together with the next one, in their order', async () => {
  const groups: (readonly number[])[] = []
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const write = writeTogether<number>(async (items) => {
    groups.push(items)
    if (groups.length === 1) await held
  })
  const first = write(1)
  await expect.poll(() => groups).toEqual([[1]])
  const others = [write(2), write(3), write(4)]
  expect(write.waiting).toBe(3)
  release()
  await Promise.all([first, ...others])
  expect(groups).toEqual([[1], [2, 3, 4]])
  await write(5)
  expect(groups.at(-1)).toEqual([5])
})

test('one item that cannot be stored fails alone', async () => {
  const stored: number[] = []
  const write = writeTogether<number>(async (items) => {
    if (items.includes(2)) throw new Error('two is wrong')
    stored.push(...items)
  })
  const results = await Promise.allSettled([write(1), write(2), write(3)])
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(stored).toEqual([1, 3])
  await write(4)
  expect(stored).toEqual([1, 3, 4])
})

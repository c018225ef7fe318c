import { expect, test } from 'vitest'
import { sharedRead } from './shared-read.ts'

test('calls during a read share the next one, so that each gets what was stored before it', async () => {
  let stored = 'old'
  let reads = 0
  const read = sharedRead(async (key) => {
    reads += 1
    const value = `${key} ${stored}`
    await new Promise((resolve) => setImmediate(resolve))
    return value
  })
  const first = read('a')
  stored = 'new'
  expect(await Promise.all([first, read('a'), read('a'), read('b')])).toEqual(['a old', 'a new', 'a new', 'b new'])
  expect(reads).toBe(3)
  expect(await read('a')).toBe('a new')
  expect(reads).toBe(4)
})

test('a failed read fails those that share it, and no later one', async () => {
  let isBroken = true
  const read = sharedRead(async () => {
    await new Promise((resolve) => setImmediate(resolve))
    if (isBroken) throw new Error('broken')
    return 'read'
  })
  const results = await Promise.allSettled([read('a'), read('a')])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  isBroken = false
  expect(await read('a')).toBe('read')
})

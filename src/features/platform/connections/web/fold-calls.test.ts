import { expect, test } from 'vitest'
import { foldCalls } from './fold-calls.ts'

const call = (id: string, path: string, status: number | null = 200) => ({
  id,
  at: '2026-03-01T10:00:00Z',
  method: 'GET',
  path,
  status,
  fault: status === 200 ? null : ('failing' as const),
  durationMs: 10,
  bytes: null,
})

test('three or more equal calls in a row are one group; others stay apart, in their order', () => {
  const calls = [call('9', '/a'), call('8', '/a', 503), call('7', '/a', 503), call('6', '/a', 503)]
  const more = [call('5', '/b'), call('4', '/b'), call('3', '/a')]
  const groups = foldCalls([...calls, ...more])
  expect(groups.map(({ calls: of }) => of.map(({ id }) => id).join())).toEqual(['9', '8,7,6', '5', '4', '3'])
  expect(new Set(groups.map(({ id }) => id)).size).toBe(groups.length)
  expect(foldCalls([])).toEqual([])
})

import { expect, test } from 'vitest'
import { prioritiesAfterMove } from './grouping-edit.ts'

const rows = (...priorities: number[]) => priorities.map((priority, index) => ({ id: 'abcd'[index]!, priority }))

test('a moved row takes the priority of its new place, and those between move by one', () => {
  expect([...prioritiesAfterMove(rows(1, 4, 6, 9), 'd', 1)]).toEqual([
    ['a', 1],
    ['d', 4],
    ['b', 6],
    ['c', 9],
  ])
  expect([...prioritiesAfterMove(rows(1, 2, 3), 'a', 2).keys()]).toEqual(['b', 'c', 'a'])
})

test('equal priorities become different ones', () => {
  expect([...prioritiesAfterMove(rows(5, 5, 5), 'c', 0)]).toEqual([
    ['c', 1],
    ['a', 2],
    ['b', 3],
  ])
})

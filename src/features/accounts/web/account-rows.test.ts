import { expect, test } from 'vitest'
import { median } from './account-rows.ts'

test('the median of an even number of values lies between the two in the middle', () => {
  expect([median([]), median([7]), median([9, 1, 5]), median([10, 2, 4, 8])]).toEqual([null, 7, 5, 6])
})

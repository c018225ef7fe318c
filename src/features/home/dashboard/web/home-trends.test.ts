import { expect, test } from 'vitest'
import type { AccountRow } from './account-rows.ts'
import { homeTrends } from './home-trends.ts'

const row = (recent: (number | null)[], open: number[], firstResponse: (number | null)[]) =>
  ({ monitoring: { recent }, trend: { open, outages: open, firstResponse } }) as AccountRow

test('lines are sums over the accounts; where samples of one account are missing, so is the sum', () => {
  const lines = homeTrends([
    row([10, 20, null], [1, 2], [4, null]),
    row([1, 2, 3], [5, 6], [8, null]),
    row([null, null, null], [0, 0], [null, null]),
  ])
  expect(lines).toEqual({ modems: [11, 22, null], outages: [6, 8], open: [6, 8], response: [6, null] })
  expect(homeTrends([])).toEqual({ modems: [], outages: [], open: [], response: [] })
})

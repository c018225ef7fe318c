import { expect, test } from 'vitest'
import { weeksOf } from './weeks.ts'

test('cases fall into the week that begins on their Monday, and older ones into none', () => {
  const now = new Date(2026, 10, 20, 10)
  const at = (year: number, month: number, day: number, hour = 12) => new Date(year, month, day, hour).toISOString()
  const weeks = weeksOf(
    [at(2026, 10, 16, 0), at(2026, 10, 15, 23), at(2026, 9, 26, 1), at(2025, 0, 1)],
    [at(2026, 10, 20, 9)],
    now,
    4,
  )
  expect(weeks.map(({ start }) => start.getDate())).toEqual([26, 2, 9, 16])
  expect(weeks.map(({ opened }) => opened)).toEqual([1, 0, 1, 1])
  expect(weeks.map(({ resolved }) => resolved)).toEqual([0, 0, 0, 1])
})

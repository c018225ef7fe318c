import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { parseRule } from '../../contract.ts'
import { givesStarts, lastRuleStart, startsOf } from './expand.ts'

afterEach(() => void vi.restoreAllMocks())

const hours = Array.from({ length: 24 }, (_, hour) => hour).join(',')

test.each([
  `FREQ=HOURLY;BYMONTH=2;BYMONTHDAY=30;BYHOUR=${hours}`,
  'FREQ=DAILY;BYMONTH=4;BYMONTHDAY=31',
  'FREQ=YEARLY;BYWEEKNO=53;BYMONTH=6;BYDAY=MO',
])('a rule that no date fits looks at the days of each kind of year, not of all years: %s', (text) => {
  const read = parseRule(text)
  if ('error' in read) throw new Error(read.error)
  const months = vi.spyOn(Date.prototype, 'getUTCMonth')
  expect(givesStarts(read.rule, '2027-03-01T01:00:00')).toBe(false)
  // Every day until 2199 would be 63,000.
  expect(months.mock.calls.length).toBeLessThan(20_000)
})

test('the last start of a rule with an end is that of counting all starts', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('HOURLY;INTERVAL=7', 'DAILY', 'WEEKLY;BYDAY=TU,FR', 'MONTHLY;BYDAY=-1FR', 'YEARLY;INTERVAL=9'),
      fc.integer({ min: 2027, max: 2150 }),
      (rule, year) => {
        const pattern = { start: '2027-03-01T01:00:00', exdates: [], rdates: [] }
        const ended = { ...pattern, rule: `FREQ=${rule};UNTIL=${year}0802T000000` }
        expect(lastRuleStart(ended)).toBe(startsOf(ended).at(-1))
      },
    ),
    { numRuns: 60 },
  )
})

import { expect, test } from 'vitest'
import type { Timing } from './instances.ts'
import { nextReminder, remindersAt } from './reminders.ts'

const weekly: Timing & { notification: number[] } = {
  start: '2026-12-01T01:00:00',
  end: '2026-12-01T05:00:00',
  timeZone: 'Europe/Berlin',
  isAllDay: false,
  rule: 'FREQ=WEEKLY;BYDAY=TU',
  exdates: ['2026-12-08T01:00:00'],
  rdates: [],
  notification: [60, 1440],
}
const at = (text: string) => Date.parse(text)
const next = (event: typeof weekly, after: string) => {
  const found = nextReminder(event, at(after))
  return found === null ? null : new Date(found).toISOString()
}

test.each([
  ['2026-11-20T00:00:00Z', '2026-11-30T00:00:00.000Z'],
  ['2026-11-30T00:00:00Z', '2026-11-30T23:00:00.000Z'],
  // The week of the exception has none; in summer the same clock time is an hour earlier.
  ['2026-11-30T23:00:00Z', '2026-12-14T00:00:00.000Z'],
  ['2027-03-29T22:30:00Z', '2027-04-04T23:00:00.000Z'],
])('after %s the next reminder is at %s', (after, expected) => {
  expect(next(weekly, after)).toBe(expected)
})

test('an event that is over has none; a far instance is checked again later', () => {
  const once = { ...weekly, rule: null, exdates: [] }
  expect(next(once, '2026-11-30T23:00:00Z')).toBe(null)
  expect(next({ ...once, notification: [] }, '2026-11-01T00:00:00Z')).toBe(null)
  const leapDay = {
    ...weekly,
    start: '2028-02-29T01:00:00',
    end: '2028-02-29T02:00:00',
    rule: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29',
    exdates: [],
  }
  const checked = at(next(leapDay, '2028-03-01T00:00:00Z')!)
  expect(checked).toBeGreaterThan(at('2028-03-01T00:00:00Z'))
  expect(checked).toBeLessThan(at('2032-02-28T00:00:00Z'))
  expect(next(leapDay, '2032-01-20T00:00:00Z')).toBe('2032-02-28T00:00:00.000Z')
})

test('reminders of a range are found once each', () => {
  const found = remindersAt(
    { ...weekly, notification: [60, 60, 1440] },
    { from: at('2026-11-30T00:00:00Z'), to: at('2026-11-30T23:00:00Z') },
  )
  expect(found.map(({ minutes, times }) => [minutes, times.start])).toEqual([
    [60, '2026-12-01T01:00:00'],
    [1440, '2026-12-01T01:00:00'],
  ])
})

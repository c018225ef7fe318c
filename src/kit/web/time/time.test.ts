import { expect, test } from 'vitest'
import { formatAge, formatCountdown, formatDate, formatDateTime, formatTime, setTimeZone } from './time.ts'

const now = Date.parse('2026-11-20T09:03:00Z')

test('ages are short, and become dates after a week', () => {
  const ages = [
    '2026-11-20T09:02:40Z',
    '2026-11-20T08:59:00Z',
    '2026-11-20T07:03:00Z',
    '2026-11-18T09:00:00Z',
    '2026-10-02T09:00:00Z',
  ]
  expect(ages.map((at) => formatAge(at, now))).toEqual(['now', '4 min', '2 h', '2 d', '2 Oct'])
})

test('clocks follow the chosen zone', () => {
  setTimeZone('Europe/Berlin')
  expect(formatTime('2026-11-20T09:03:00Z')).toBe('10:03')
  setTimeZone('US/Pacific')
  expect(formatTime('2026-11-20T09:03:00Z')).toBe('01:03')
  expect(formatDate('2026-11-20T05:03:00Z')).toBe('19 Nov 2026')
})

test('a countdown is formatted like a clock', () => {
  expect([252, 2468, 3720, -5].map(formatCountdown)).toEqual(['4:12', '41:08', '1:02:00', '0:00'])
})

test('an invalid date throws Invalid time value', () => {
  for (const write of [formatDate, formatDateTime, formatTime, formatAge])
    expect(() => write('no date')).toThrow('Invalid time value')
})

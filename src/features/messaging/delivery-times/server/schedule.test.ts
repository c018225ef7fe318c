import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { momentOf, wallTimeOf } from '#kit/contract/wall-time.ts'
import { recurrences, weekdays } from '../contract.ts'
import { nextDigest, quietEnd, type UserHours } from './notification-hours.ts'
import { nextOccurrences, occurrencesOf, type Recurrence } from './occurrences.ts'

const zones = [
  ...['Europe/Berlin', 'America/New_York', 'US/Pacific', 'America/Phoenix', 'Asia/Kolkata', 'Africa/Casablanca'],
  ...['America/Whitehorse', 'Australia/Sydney', 'Australia/Lord_Howe', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'],
  ...['America/St_Johns', 'Asia/Kathmandu', 'Pacific/Chatham', 'America/Sao_Paulo', 'Europe/Lisbon', 'Africa/Cairo'],
  ...['America/Santiago', 'Asia/Tokyo', 'UTC'],
]
const DAY = 86_400_000
const at = (text: string) => Date.parse(`${text}Z`)
const schedule = (given: Partial<Recurrence>): Recurrence => ({
  start: at('2026-11-24T09:00'),
  recurrence: 'DAILY',
  interval: 1,
  daysOfWeek: [],
  daysOfMonth: [],
  stoppingPoint: { type: 'NEVER' },
  ...given,
})
const days = (given: Partial<Recurrence>, count = 5) =>
  nextOccurrences(schedule(given), Number.NEGATIVE_INFINITY, count).map((wall) =>
    new Date(wall).toISOString().slice(0, 16),
  )

describe('the moment of a clock time', () => {
  test('in a skipped hour is shifted by the gap, in a doubled hour it is the first', () => {
    expect(momentOf(at('2027-03-28T02:30'), 'Europe/Berlin')).toBe(at('2027-03-28T01:30'))
    expect(momentOf(at('2027-10-31T02:30'), 'Europe/Berlin')).toBe(at('2027-10-31T00:30'))
    expect(momentOf(at('2026-11-01T01:30'), 'America/New_York')).toBe(at('2026-11-01T05:30'))
    expect(momentOf(at('2026-10-04T02:15'), 'Australia/Lord_Howe')).toBe(at('2026-10-03T15:45'))
  })

  test('shows that clock time again, or one that is later by a gap, in 20 zones over both changes of the clock', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: at('2025-01-01T00:00') / 60_000, max: at('2029-01-01T00:00') / 60_000 }),
        (zone, minute) => {
          const wall = minute * 60_000
          const moment = momentOf(wall, zone)
          const shown = wallTimeOf(moment, zone)
          expect([0, 1_800_000, 3_600_000]).toContain(shown - wall)
          // No earlier moment shows the same clock time.
          for (const hour of [1_800_000, 3_600_000])
            if (shown === wall) expect(wallTimeOf(moment - hour, zone)).not.toBe(wall)
        },
      ),
      { numRuns: 1000 },
    )
  })
})

describe('occurrences', () => {
  test('fall on the chosen days of every second week, from the start on', () => {
    expect(days({ recurrence: 'WEEKLY', interval: 2, daysOfWeek: ['MO', 'FR'] })).toEqual([
      ...['2026-11-27T09:00', '2026-12-07T09:00', '2026-12-11T09:00', '2026-12-21T09:00', '2026-12-25T09:00'],
    ])
  })

  test('use the last day of a month that is too short, once', () => {
    expect(days({ start: at('2027-01-30T09:00'), recurrence: 'MONTHLY', daysOfMonth: [30, 31] })).toEqual([
      ...['2027-01-30T09:00', '2027-01-31T09:00', '2027-02-28T09:00', '2027-03-30T09:00', '2027-03-31T09:00'],
    ])
  })

  test('end after a number of them, and on a day', () => {
    expect(days({ stoppingPoint: { type: 'OCCURRENCES', occurrences: 2 } })).toHaveLength(2)
    expect(days({ stoppingPoint: { type: 'DATE', date: '2026-11-26' } })).toHaveLength(3)
    const midnight = at('2026-11-24T00:00')
    expect(days({ start: midnight, stoppingPoint: { type: 'DATE', date: '2026-11-26' } })).toHaveLength(3)
    expect(days({ recurrence: 'ONCE' })).toEqual(['2026-11-24T09:00'])
  })

  test('are increasing, keep the clock time, and continue where an earlier request stopped', () => {
    const given = fc.record({
      start: fc
        .integer({ min: at('2026-01-01T00:00') / 60_000, max: at('2028-01-01T00:00') / 60_000 })
        .map((m) => m * 60_000),
      recurrence: fc.constantFrom(...recurrences),
      interval: fc.integer({ min: 1, max: 12 }),
      daysOfWeek: fc.uniqueArray(fc.constantFrom(...weekdays), { minLength: 1 }),
      daysOfMonth: fc.uniqueArray(fc.integer({ min: 1, max: 31 }), { minLength: 1 }),
      stoppingPoint: fc.oneof(
        fc.constant({ type: 'NEVER' } as const),
        fc.integer({ min: 1, max: 30 }).map((occurrences) => ({ type: 'OCCURRENCES', occurrences }) as const),
      ),
    })
    fc.assert(
      fc.property(given, (recurrence) => {
        const walls = nextOccurrences(recurrence, Number.NEGATIVE_INFINITY, 10)
        for (const [index, wall] of walls.entries()) {
          expect(wall % DAY).toBe(recurrence.start % DAY)
          expect(wall).toBeGreaterThanOrEqual(recurrence.start)
          if (index > 0) expect(wall).toBeGreaterThan(walls[index - 1]!)
        }
        expect(nextOccurrences(recurrence, walls[2] ?? Number.POSITIVE_INFINITY, 3)).toEqual(walls.slice(3, 6))
        if (recurrence.stoppingPoint.type === 'OCCURRENCES' && recurrence.recurrence !== 'ONCE')
          expect([...occurrencesOf(recurrence)]).toHaveLength(recurrence.stoppingPoint.occurrences)
      }),
      { numRuns: 500 },
    )
  })
})

describe('notification hours', () => {
  const hours = (given: Partial<UserHours>): UserHours => ({
    zone: 'Europe/Berlin',
    digestHour: 8,
    digestDay: 'MO',
    quietFrom: 22 * 60,
    quietUntil: 6 * 60 + 30,
    ...given,
  })
  const endOf = (now: string, given: Partial<UserHours> = {}) => quietEnd(hours(given), at(now))?.toISOString()

  test('end on the next day, on the same day, and at the clock time after a change of the clock', () => {
    expect(endOf('2026-11-24T21:00')).toBe('2026-11-25T05:30:00.000Z')
    expect(endOf('2026-11-25T05:29')).toBe('2026-11-25T05:30:00.000Z')
    expect(endOf('2026-11-25T05:30')).toBeUndefined()
    expect(endOf('2026-11-24T20:59')).toBeUndefined()
    expect(endOf('2026-11-24T12:00', { quietFrom: 12 * 60, quietUntil: 14 * 60 })).toBe('2026-11-24T13:00:00.000Z')
    expect(endOf('2026-11-24T23:00', { quietFrom: null, quietUntil: null })).toBeUndefined()
    // The clock goes from 03:00 back to 02:00, after the end at 02:30.
    expect(endOf('2026-10-25T01:15', { quietUntil: 150 })).toBeUndefined()
    expect(endOf('2027-03-27T22:00')).toBe('2027-03-28T04:30:00.000Z')
    expect(endOf('2027-10-30T21:00')).toBe('2027-10-31T05:30:00.000Z')
  })

  test('end later than now, at their clock time, and are over then, in 20 zones over both changes of the clock', () => {
    const minute = fc.integer({ min: 0, max: 1439 })
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: at('2025-01-01T00:00') / 60_000, max: at('2029-01-01T00:00') / 60_000 }),
        minute,
        minute,
        fc.constantFrom(...weekdays),
        (zone, now, quietFrom, quietUntil, digestDay) => {
          fc.pre(quietFrom !== quietUntil)
          const given = hours({ zone, quietFrom, quietUntil, digestDay, digestHour: Math.floor(quietFrom / 60) })
          const end = quietEnd(given, now * 60_000)
          if (end) {
            expect(end.getTime()).toBeGreaterThan(now * 60_000)
            expect(end.getTime()).toBeLessThan(now * 60_000 + 25 * 3_600_000)
            expect([0, 30, 60]).toContain((wallTimeOf(end.getTime(), zone) / 60_000 - quietUntil) % 1440)
          }
          const weekly = nextDigest('WEEKLY', given, now * 60_000).getTime()
          const daily = nextDigest('DAILY', given, now * 60_000).getTime()
          expect(daily).toBeGreaterThan(now * 60_000)
          expect(daily).toBeLessThanOrEqual(Math.min(weekly, now * 60_000 + 25 * 3_600_000))
          expect(weekly).toBeLessThanOrEqual(now * 60_000 + (7 * 24 + 1) * 3_600_000)
          const shown = wallTimeOf(weekly, zone)
          if ((shown % DAY) / 3_600_000 === given.digestHour)
            expect(weekdays[(new Date(shown).getUTCDay() + 6) % 7]).toBe(digestDay)
        },
      ),
      { numRuns: 1000 },
    )
  })
})

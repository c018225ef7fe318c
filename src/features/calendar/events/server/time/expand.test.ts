import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseRule, writeRule } from '../../contract.ts'
import { newFields, prepare } from '../check-fields.ts'
import { startsOf } from './expand.ts'
import { extentOf, instancesIn, type Timing } from './instances.ts'
import table from './rule-starts.json' with { type: 'json' }
import { instantOf, wallAt, wallOf, wallText } from './wall-clock.ts'
import { ianaZone } from './windows-zones.ts'

const DAY = 86_400_000
const zones = [
  'Europe/Berlin',
  'US/Pacific',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
  'Africa/Casablanca',
  'America/Santiago',
]
const days = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
const pattern = (start: string, rule: string | null, more: object = {}) => ({
  start,
  rule,
  exdates: [],
  rdates: [],
  ...more,
})
const starts = (...given: Parameters<typeof startsOf>) => startsOf(...given).map(wallText)

const aStart = fc.integer({ min: wallOf('2024-01-01T00:00:00') / 60_000, max: wallOf('2028-12-31T00:00:00') / 60_000 })

test('daily and weekly rules give the days that a count of days gives, also when they begin long before the range', () => {
  fc.assert(
    fc.property(
      aStart,
      fc.constantFrom('DAILY', 'WEEKLY'),
      fc.integer({ min: 1, max: 5 }),
      fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { maxLength: 4 }),
      fc.option(fc.integer({ min: 1, max: 60 }), { nil: null }),
      fc.integer({ min: -40, max: 900 }),
      (minute, frequency, interval, chosen, count, after) => {
        const start = minute * 60_000
        const weekday = (at: number) => (new Date(at).getUTCDay() + 6) % 7
        const week = (at: number) => Math.floor((at - weekday(at) * DAY) / DAY / 7)
        const set = chosen.length > 0 ? chosen : [weekday(start)]
        const expected: number[] = []
        for (let at = start, made = 0; at < start + 1000 * DAY && made < (count ?? 1e9); at += DAY) {
          const steps = (at - start) / DAY
          const isIn =
            frequency === 'DAILY'
              ? steps % interval === 0
              : (week(at - (at % DAY)) - week(start - (start % DAY))) % interval === 0 && set.includes(weekday(at))
          if (!isIn && at !== start) continue
          made += 1
          expected.push(at)
        }
        const byDay =
          frequency === 'WEEKLY' && chosen.length > 0 ? `;BYDAY=${chosen.map((one) => days[one]).join(',')}` : ''
        const rule = `FREQ=${frequency};INTERVAL=${interval}${count ? `;COUNT=${count}` : ''}${byDay}`
        const [from, to] = [start + after * DAY, start + Math.min(after + 100, 1000) * DAY]
        const wanted = expected.filter((at) => at >= from && at < to)
        expect(startsOf(pattern(wallText(start), rule), { from, to })).toEqual(wanted)
        if (count !== null) {
          const known = pattern(wallText(start), rule, { lastStart: wallText(expected.at(-1) as number) })
          expect(startsOf(known, { from, to })).toEqual(wanted)
        }
      },
    ),
    { numRuns: 150 },
  )
})

test('an instance starts at its clock time in every zone, shifted by the gap where a clock skips it', () => {
  fc.assert(
    fc.property(aStart, fc.constantFrom(...zones), fc.integer({ min: 1, max: 2000 }), (minute, timeZone, length) => {
      const start = minute * 60_000
      const timing: Timing = {
        ...pattern(wallText(start), 'FREQ=DAILY;COUNT=370'),
        end: wallText(start + length * 60_000),
        timeZone,
        isAllDay: false,
      }
      if (instantOf(wallOf(timing.end), timeZone) <= instantOf(start, timeZone)) return
      const all = instancesIn(timing, { from: 0, to: Number.MAX_SAFE_INTEGER, most: 1000 })
      expect(all.length).toBe(370)
      const lengths = new Set(all.map(({ from, to }) => to - from))
      expect(lengths.size).toBe(1)
      for (const { wall, from } of all) {
        const shift = wallAt(from, timeZone) - wall
        expect([0, 30 * 60_000, 3_600_000]).toContain(shift)
      }
      const { firstStart, lastEnd } = extentOf(timing)
      expect([firstStart, lastEnd]).toEqual([all[0]?.from, all.at(-1)?.to])
    }),
    { numRuns: 30 },
  )
})

describe('months and years', () => {
  test.each([
    ['FREQ=MONTHLY', '2026-01-31T01:00:00', ['2026-01-31', '2026-03-31', '2026-05-31', '2026-07-31']],
    ['FREQ=MONTHLY;BYDAY=-1FR', '2026-11-24T01:00:00', ['2026-11-24', '2026-11-27', '2026-12-25', '2027-01-29']],
    ['FREQ=YEARLY', '2024-02-29T01:00:00', ['2024-02-29', '2028-02-29', '2032-02-29', '2036-02-29']],
    ['FREQ=MONTHLY;BYMONTHDAY=-1', '2026-01-31T01:00:00', ['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30']],
    ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', '2026-01-05T01:00:00', ['2026-01-05']],
  ])('%s from %s', (rule, start, expected) => {
    const found = starts(pattern(start, rule), { most: 4 })
    expect(found.map((at) => at.slice(0, 10))).toEqual(expected)
    const later = starts(pattern(start, rule), { from: wallOf(start) + 1, most: 3 })
    expect(later).toEqual(found.slice(1, 4))
  })
})

const timed = (starts: readonly string[]) => starts.map((at) => at.slice(0, 16))

test.each(table.ofRfc5545 as [string, string, string][])(
  'example of RFC 5545 §3.8.5.3: from %s %s',
  (start, rule, days) => {
    const expected = days.split(' ').map((at) => (at.includes('T') ? at : `${at}T09:00`))
    const end = start.replace('T09', 'T10')
    const fields = { subject: 'Example', start, end, timeZone: 'America/New_York' }
    const { timing } = prepare(newFields({ ...fields, recurrence: { rule, exdates: [], rdates: [] } }, 'UTC'))
    expect(timed(starts(timing, { most: 12 }))).toEqual(expected)
  },
)

// Made with dateutil 2.9 (Python), which shares no code with ours; its WEEKLY with BYSETPOS begins the first week at the
// start of the event instead of its first day, so such rules are in the table below.
test.each(table.ofDateutil as [string, string, string, string, string][])(
  'from %s %s is as in another library',
  (start, rule, first, from, later) => {
    const expected = first.split(' ')
    expect(timed(starts(pattern(start, rule), { most: expected.length }))).toEqual(expected)
    const next = later.split(' ')
    expect(timed(starts(pattern(start, rule), { from: wallOf(from), most: next.length }))).toEqual(next)
  },
)

test.each([
  // The last workday of each week, the second of three workdays in a week that began before the event.
  ['FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1', '2027-01-01', ['2027-01-01', '2027-01-08', '2027-01-15']],
  ['FREQ=WEEKLY;BYDAY=MO,WE,TH;BYSETPOS=2', '2027-01-06', ['2027-01-06', '2027-01-13', '2027-01-20']],
  ['FREQ=WEEKLY;BYDAY=MO,SU;BYSETPOS=1;WKST=SU', '2027-01-03', ['2027-01-03', '2027-01-10', '2027-01-17']],
  // The weekday of a numbered week comes from the start; 2026 has 53 weeks.
  ['FREQ=YEARLY;BYWEEKNO=20', '2027-05-19', ['2027-05-19', '2028-05-17', '2029-05-16']],
  ['FREQ=YEARLY;BYWEEKNO=53', '2026-12-30', ['2026-12-30', '2032-12-29', '2037-12-30']],
  ['FREQ=YEARLY;BYWEEKNO=-1', '2027-12-29', ['2027-12-29', '2028-12-27', '2029-12-26']],
])('%s from %s', (rule, start, expected) => {
  expect(starts(pattern(`${start}T03:00:00`, rule), { most: 3 }).map((at) => at.slice(0, 10))).toEqual(expected)
})

test('excluded and additional times are applied', () => {
  const found = starts(
    pattern('2026-11-24T01:00:00', 'FREQ=DAILY;COUNT=4', {
      exdates: ['2026-11-25T01:00:00'],
      rdates: ['2026-11-25T05:00:00', '2026-12-24T01:00:00', '2026-11-26T01:00:00'],
    }),
  )
  expect(found).toEqual(
    ['24T01', '25T05', '26T01', '27T01'].map((at) => `2026-11-${at}:00:00`).concat('2026-12-24T01:00:00'),
  )
})

test('a rule is read and written, and one that no event can have is rejected', () => {
  for (const text of [
    'FREQ=MONTHLY;INTERVAL=2;COUNT=5;BYDAY=2TU,-1FR',
    'FREQ=WEEKLY;UNTIL=20261231T235959;BYDAY=TU;WKST=SU',
  ]) {
    const read = parseRule(`RRULE:${text}`)
    expect('rule' in read && writeRule(read.rule)).toBe(text)
  }
  for (const text of [
    'FREQ=SECONDLY',
    'FREQ=DAILY;COUNT=20001',
    'FREQ=DAILY;COUNT=2;UNTIL=20261231T000000',
    'FREQ=DAILY;BYHOUR=0,1,2,3,4,5;BYMINUTE=0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17',
    'FREQ=DAILY;UNTIL=20260230T000000',
    'FREQ=WEEKLY;BYDAY=2TU',
    'FREQ=DAILY;INTERVAL=0',
    'FREQ=DAILY\r\nATTENDEE:x',
    'FREQ=MINUTELY;INTERVAL=15;COUNT=6',
    'FREQ=MONTHLY;BYSETPOS=2',
    'FREQ=WEEKLY;BYMONTHDAY=13',
    'FREQ=DAILY;BYYEARDAY=100',
    'FREQ=MONTHLY;BYWEEKNO=20',
    'FREQ=YEARLY;BYWEEKNO=20;BYDAY=1MO',
    'FREQ=MONTHLY;BYMONTHDAY=32',
    'RSCALE=CHINESE;FREQ=YEARLY',
  ])
    expect(parseRule(text)).toHaveProperty('error')
})

test('at the hour that the clock skips there is one instance, though two of a rule fall on it', () => {
  const hourly = pattern('2027-03-27T02:00:00', 'FREQ=HOURLY;BYHOUR=2,3;COUNT=4')
  const timing: Timing = { ...hourly, end: '2027-03-27T02:30:00', timeZone: 'Europe/Berlin', isAllDay: false }
  const found = instancesIn(timing, { from: 0, to: Number.MAX_SAFE_INTEGER, most: 10 })
  expect(found.map(({ start }) => start)).toEqual(['27T02', '27T03', '28T03'].map((at) => `2027-03-${at}:00:00`))
})

test('zones are known by their IANA name and by the one of Windows', () => {
  expect(
    ['W. Europe Standard Time', 'US/Pacific', 'tokyo standard time', 'Mars/Olympus', '+05:30'].map(ianaZone),
  ).toEqual(['Europe/Berlin', 'US/Pacific', 'Asia/Tokyo', undefined, undefined])
})

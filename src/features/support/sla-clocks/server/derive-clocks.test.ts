import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CaseStatus } from '#features/support/case-access/contract.ts'
import { momentOf, wallTimeOf } from '#kit/contract/wall-time.ts'
import { type BusinessCalendar, countTime } from './business-time.ts'
import { type ClockEvent, type ClockTargets, deriveClocks } from './derive-clocks.ts'

const MINUTE = 60_000
const at = (text: string) => Date.parse(text)
const week = (from: string, until: string, days = [1, 2, 3, 4, 5]) => days.map((day) => ({ day, from, until }))
const every = [1, 2, 3, 4, 5, 6, 7]
const calendar = (timeZone: string, given: Partial<BusinessCalendar> = {}): BusinessCalendar => ({
  timeZone,
  weekly: week('08:00', '17:00'),
  holidays: [],
  ...given,
})
const due = (given: BusinessCalendar, from: string, minutes: number) => {
  const { at: found } = countTime(given, { from: at(from), until: null, most: minutes * MINUTE })
  return found === null ? null : new Date(found).toISOString()
}
const zones = [
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'America/St_Johns',
  'Africa/Casablanca',
]

describe('business time', () => {
  test('continues on the next business day, over a weekend and a holiday', () => {
    expect(due(calendar('Europe/Berlin'), '2026-11-20T15:00:00Z', 120)).toBe('2026-11-23T08:00:00.000Z')
    const free = calendar('Europe/Berlin', { holidays: ['2026-11-23'] })
    expect(due(free, '2026-11-20T15:00:00Z', 120)).toBe('2026-11-24T08:00:00.000Z')
  })

  test('a night with a clock change is as long as it really is', () => {
    const nights = (timeZone: string) => calendar(timeZone, { weekly: week('00:00', '24:00', every) })
    expect(due(nights('Europe/Berlin'), '2026-03-28T23:00:00Z', 24 * 60)).toBe('2026-03-29T23:00:00.000Z')
    const early = calendar('Europe/Berlin', { weekly: week('00:00', '06:00', [7]) })
    // Five hours on the Sunday when the clock is put forward, seven when it is put back.
    expect(due(early, '2026-03-28T23:00:00Z', 300)).toBe('2026-03-29T04:00:00.000Z')
    expect(due(early, '2026-10-24T22:00:00Z', 420)).toBe('2026-10-25T05:00:00.000Z')
  })

  test('hours until midnight and zones of half hours', () => {
    const late = calendar('Asia/Kolkata', { weekly: week('18:00', '24:00', every) })
    expect(due(late, '2026-11-20T18:00:00Z', 60)).toBe('2026-11-21T13:00:00.000Z')
  })

  test('hours that never come have no due time', () => {
    expect(due(calendar('Europe/Berlin', { weekly: [] }), '2026-11-20T15:00:00Z', 1)).toBeNull()
  })

  test('counts what a minute-by-minute count finds, in every zone, over clock changes and holidays', () => {
    const moments = fc.integer({ min: at('2026-03-20T00:00Z') / MINUTE, max: at('2026-04-10T00:00Z') / MINUTE })
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        moments,
        fc.integer({ min: 1, max: 2_000 }),
        fc.boolean(),
        (zone, minute, most, free) => {
          const given = calendar(zone, {
            weekly: week('00:30', '03:30', every),
            holidays: free ? ['2026-03-29', '2026-04-05'] : [],
          })
          let [left, now] = [most, minute * MINUTE]
          for (; left > 0; now += MINUTE) {
            const wall = new Date(wallTimeOf(now, zone)).toISOString()
            const clock = wall.slice(11, 16)
            if (clock >= '00:30' && clock < '03:30' && !given.holidays.includes(wall.slice(0, 10))) left -= 1
          }
          expect(due(given, new Date(minute * MINUTE).toISOString(), most)).toBe(new Date(now).toISOString())
        },
      ),
      { numRuns: 15 },
    )
  })

  test('time splits anywhere: two parts count what the whole counts', () => {
    const moment = fc.integer({ min: at('2026-10-20T00:00Z'), max: at('2026-11-10T00:00Z') })
    fc.assert(
      fc.property(fc.constantFrom(...zones), moment, moment, moment, (zone, one, two, three) => {
        const [from, middle, until] = [one, two, three].toSorted((a, b) => a - b) as [number, number, number]
        const count = (begin: number, end: number) =>
          countTime(calendar(zone), { from: begin, until: end, most: Number.MAX_SAFE_INTEGER }).counted
        expect(count(from, middle) + count(middle, until)).toBe(count(from, until))
      }),
    )
  })

  test('the moment of each opening is the clock time of the account', () => {
    for (const zone of zones)
      expect(wallTimeOf(momentOf(at('2026-11-23T08:00Z'), zone), zone)).toBe(at('2026-11-23T08:00Z'))
  })
})

const targets: ClockTargets = { firstResponse: 60, nextUpdate: 120, resolution: 600, business: false }
const created = at('2026-11-23T09:00:00Z')
const clocks = (status: CaseStatus, events: readonly ClockEvent[], given = targets) =>
  deriveClocks({ created, status, priority: 'HIGH', events }, () => given, calendar('Europe/Berlin'))
const move = (minutes: number, from: CaseStatus, to: CaseStatus, answers = false): ClockEvent => ({
  at: created + minutes * MINUTE,
  status: [from, to],
  answers,
})
const answer = (minutes: number): ClockEvent => ({ at: created + minutes * MINUTE, answers: true })
const minutesLater = (minutes: number) => new Date(created + minutes * MINUTE).toISOString()

describe('clocks', () => {
  test('a new case has a first response and a resolution to come', () => {
    expect(clocks('NEW', [])).toMatchObject([
      { kind: 'FIRST_RESPONSE', state: 'RUNNING', due: minutesLater(60), warn: minutesLater(45) },
      { kind: 'RESOLUTION', state: 'RUNNING', due: minutesLater(600) },
    ])
  })

  test('the first response meets its clock, and starts that of the next update', () => {
    expect(clocks('OPEN', [answer(50)])).toMatchObject([
      { kind: 'FIRST_RESPONSE', state: 'MET', ended: minutesLater(50) },
      { kind: 'NEXT_UPDATE', state: 'RUNNING', due: minutesLater(170) },
      { kind: 'RESOLUTION' },
    ])
    expect(clocks('OPEN', [answer(61)])[0]).toMatchObject({ state: 'MISSED', due: minutesLater(60) })
    expect(clocks('OPEN', [answer(10), answer(100)])[1]).toMatchObject({ due: minutesLater(220) })
  })

  test('waiting for the customer pauses, and returns what is left', () => {
    const waiting = move(100, 'OPEN', 'WAITING_FOR_CUSTOMER')
    expect(clocks('WAITING_FOR_CUSTOMER', [answer(50), waiting])).toMatchObject([
      { state: 'MET' },
      { kind: 'NEXT_UPDATE', state: 'PAUSED', left: 70, due: null, pausedBecause: 'WAITING_FOR_CUSTOMER' },
      { kind: 'RESOLUTION', state: 'PAUSED', left: 500 },
    ])
    const back = [answer(50), waiting, move(400, 'WAITING_FOR_CUSTOMER', 'OPEN')]
    expect(clocks('OPEN', back)).toMatchObject([{}, { due: minutesLater(470) }, { due: minutesLater(900) }])
  })

  test('a resolved case has no clock to come; reopened, what was used stays used', () => {
    const resolved = move(200, 'OPEN', 'RESOLVED')
    expect(clocks('RESOLVED', [answer(10), resolved])).toMatchObject([
      { state: 'MET' },
      { kind: 'RESOLUTION', state: 'MET' },
    ])
    const reopened = clocks('OPEN', [answer(10), resolved, move(1_000, 'RESOLVED', 'OPEN')])
    expect(reopened[2]).toMatchObject({ kind: 'RESOLUTION', due: minutesLater(1_400) })
  })

  test('the order in which settings and events came does not matter: the same input gives the same clocks', () => {
    const statuses = fc.constantFrom<CaseStatus>('OPEN', 'IN_PROGRESS', 'WAITING_FOR_CUSTOMER', 'ESCALATED', 'RESOLVED')
    const steps = fc.array(
      fc.record({ minutes: fc.integer({ min: 1, max: 300 }), to: statuses, answers: fc.boolean() }),
      { maxLength: 12 },
    )
    fc.assert(
      fc.property(steps, (list) => {
        let [now, status] = [0, 'NEW' as CaseStatus]
        const events = list.map(({ minutes, to, answers }) => {
          now += minutes
          const event = move(now, status, to, answers)
          status = to
          return event
        })
        const found = clocks(status, events)
        expect(clocks(status, structuredClone(events))).toEqual(found)
        const counting = Array.from({ length: now }, (_, minute) => {
          const last = events.findLast(({ at: when }) => when <= created + minute * MINUTE)
          return !['WAITING_FOR_CUSTOMER', 'RESOLVED'].includes(last?.status?.[1] ?? 'NEW')
        }).filter(Boolean).length
        const { state, left, due: next } = found.find(({ kind }) => kind === 'RESOLUTION')!
        const minuteByMinute = {
          left: state === 'PAUSED' ? 600 - counting : left,
          next: state === 'RUNNING' && counting < 600 ? minutesLater(now + 600 - counting) : next,
        }
        expect({ left, next }).toEqual(minuteByMinute)
      }),
      { numRuns: 200 },
    )
  })
})

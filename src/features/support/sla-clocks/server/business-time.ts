import { momentOf, wallTimeOf } from '#kit/contract/wall-time.ts'

const DAY = 86_400_000
const MINUTE = 60_000
/** Days that are searched for business hours: an account that never opens has no due time. */
const HORIZON = 2_000

/** The hours in which business minutes are counted. */
export type BusinessCalendar = {
  readonly timeZone: string
  readonly weekly: readonly { readonly day: number; readonly from: string; readonly until: string }[]
  /** Dates in the time zone: `2026-12-25`. */
  readonly holidays: readonly string[]
}

type Span = readonly [from: number, until: number]

/** The spans of business hours from an instant on, in order. On a day with a clock change they are as long as they really are. */
export function* businessSpans({ timeZone, weekly, holidays }: BusinessCalendar, from: number): Generator<Span> {
  if (weekly.length === 0) return
  const closedDays = new Set(holidays)
  const sortedHours = weekly.toSorted((one, other) => one.from.localeCompare(other.from))
  let day = Math.floor(wallTimeOf(from, timeZone) / DAY) * DAY
  for (let count = 0; count < HORIZON; count += 1, day += DAY) {
    const date = new Date(day)
    if (closedDays.has(date.toISOString().slice(0, 10))) continue
    const weekday = ((date.getUTCDay() + 6) % 7) + 1
    for (const span of sortedHours) {
      if (span.day !== weekday) continue
      const begin = Math.max(momentOf(day + minutesOf(span.from) * MINUTE, timeZone), from)
      const end = momentOf(day + minutesOf(span.until) * MINUTE, timeZone)
      if (end > begin) yield [begin, end]
    }
  }
}

/**
 * Counts time from an instant on: `at` is when `most` milliseconds are counted, null when that is not before `until`;
 * `counted` is what was counted by then. Without a calendar all hours count.
 */
export function countTime(
  calendar: BusinessCalendar | null,
  { from, until, most }: { from: number; until: number | null; most: number },
): { at: number | null; counted: number } {
  const last = until ?? Number.POSITIVE_INFINITY
  let countedTime = 0
  const spans: Iterable<Span> = calendar ? businessSpans(calendar, from) : [[from, Number.POSITIVE_INFINITY]]
  for (const [begin, end] of spans) {
    if (begin >= last) break
    const stop = Math.min(end, last)
    if (countedTime + (stop - begin) >= most) return { at: begin + (most - countedTime), counted: most }
    countedTime += stop - begin
  }
  return { at: null, counted: countedTime }
}

function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
}

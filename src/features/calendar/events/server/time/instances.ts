import { lastRuleStart, type Pattern, startsOf } from './expand.ts'
import { instantOf, wallAt, wallOf, wallText } from './wall-clock.ts'

/** What decides when an event is. */
export type Timing = Pattern & { readonly end: string; readonly timeZone: string; readonly isAllDay: boolean }

/** One instance: instants, and clock times in the zone of the event. */
export type Times = {
  /** The start that the rule gives, as clock time. */
  readonly wall: number
  readonly from: number
  readonly to: number
  readonly start: string
  readonly end: string
}

const DAY = 86_400_000

/**
 * The times of the instance at a start. Every instance lasts as long as the first one: exactly, or as many days when it
 * is all day (RFC 5545 §3.8.5.3).
 */
export function timesAt(timing: Timing, wall: number): Times {
  const { timeZone, isAllDay } = timing
  const first = wallOf(timing.start)
  const from = instantOf(wall, timeZone)
  const endWall = wall + wallOf(timing.end) - first
  const to = isAllDay
    ? instantOf(endWall, timeZone)
    : from + instantOf(wallOf(timing.end), timeZone) - instantOf(first, timeZone)
  const end = isAllDay ? endWall : wallAt(to, timeZone)
  return { wall, from, to, start: wallText(isAllDay ? wall : wallAt(from, timeZone)), end: wallText(end) }
}

type Part = { readonly from: number; readonly to: number; readonly most: number }

/** The instances that overlap the instants, in order, at most `most`; changed ones are among them as the rule gives them. */
export function instancesIn(timing: Timing, part: Part): Times[] {
  return [...eachInstanceIn(timing, part)]
}

/** The same one by one, for callers that work in slices. */
export function* eachInstanceIn(timing: Timing, { from, to, most }: Part): Generator<Times> {
  const longest = wallOf(timing.end) - wallOf(timing.start) + 2 * DAY
  const walls = startsOf(timing, { from: from - longest, to: to + 2 * DAY, most: most + 400 * 24 })
  let [count, before] = [0, Number.NaN]
  for (const wall of walls) {
    if (count >= most) return
    const times = timesAt(timing, wall)
    // Two starts of one instant, one of which the clock skips, are one instance.
    if (times.from >= to || times.to <= from || times.from === before) continue
    before = times.from
    count += 1
    yield times
  }
}

/** The instance whose rule gives this start; undefined when there is none. */
export function instanceAt(timing: Timing, recurrenceId: string): Times | undefined {
  const wall = wallOf(recurrenceId)
  return startsOf(timing, { from: wall, to: wall + 1 }).includes(wall) ? timesAt(timing, wall) : undefined
}

/** The instants between which all instances are, and the last start that the rule gives; endless is null. */
export function extentOf(timing: Timing): { firstStart: number; lastEnd: number | null; lastStart: string | null } {
  const walls = [wallOf(timing.start), ...timing.rdates.map(wallOf)]
  const last = lastRuleStart(timing)
  const all = last === null ? walls : [...walls, last]
  const [earliest, latest] = [Math.min(...walls), Math.max(...all)]
  // Clocks differ by less than two days, so only the starts that near the ends are asked for in their zone.
  const firsts = walls.filter((wall) => wall < earliest + 2 * DAY)
  const lasts = all.filter((wall) => wall > latest - 2 * DAY)
  return {
    firstStart: Math.min(...firsts.map((wall) => timesAt(timing, wall).from)),
    lastEnd: last === null ? null : Math.max(...lasts.map((wall) => timesAt(timing, wall).to)),
    lastStart: last === null || timing.rule === null ? null : wallText(last),
  }
}

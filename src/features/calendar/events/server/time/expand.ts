import ICAL from 'ical.js'
import { parseRule, type RecurrenceRule, writeRule } from '../../contract.ts'
import { wallOf, wallText } from './wall-clock.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Of rules that never match: the library is asked no more often. */
const MOST_TRIES = 60_000
const LAST_YEAR = 2199

/** What decides the instances of a series; all times are clock times in the zone of the event. */
export type Pattern = {
  readonly start: string
  /** The value of an RRULE, or null for an event at `start` (and `rdates`) alone. */
  readonly rule: string | null
  readonly exdates: readonly string[]
  readonly rdates: readonly string[]
  /** The last start that the rule gives, if known: COUNT needs no counting then. */
  readonly lastStart?: string | null
}

/** A part of a pattern: starts from `from` (inclusive) to `to` (exclusive), at most `most` of them. */
type Part = { readonly from?: number; readonly to?: number; readonly most?: number }

/**
 * The starts of the instances, in order, as milliseconds of their clock times. The start of the event is always one of
 * those that the rule gives.
 */
export function startsOf(
  pattern: Pattern,
  { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY, most = Number.POSITIVE_INFINITY }: Part = {},
): number[] {
  const excluded = new Set(pattern.exdates.map(wallOf))
  const extra = [...new Set(pattern.rdates.map(wallOf))].filter((at) => at >= from && at < to).sort((a, b) => a - b)
  const starts: number[] = []
  const add = (at: number) => {
    if (!excluded.has(at) && starts.at(-1) !== at) starts.push(at)
  }
  for (const at of ruleStarts(pattern, from)) {
    if (at >= to || starts.length >= most) break
    while (extra.length > 0 && (extra[0] as number) <= at) add(extra.shift() as number)
    if (at >= from) add(at)
  }
  for (const at of extra) add(at)
  return starts.slice(0, most)
}

/** How many instances the rule gives before a start, excluded ones too: what COUNT has used up. */
export function countBefore(pattern: Pattern, before: number): number {
  let count = 0
  for (const at of ruleStarts(pattern, Number.NEGATIVE_INFINITY)) {
    if (at >= before) break
    count += 1
  }
  return count
}

/** The last start that the rule gives; null without an end. */
export function lastRuleStart(pattern: Pattern): number | null {
  const rule = ruleOf(pattern)
  if (rule && rule.count === null && rule.until === null) return null
  let last = wallOf(pattern.start)
  for (const at of ruleStarts({ ...pattern, lastStart: null }, Number.NEGATIVE_INFINITY)) last = at
  return last
}

/** The parts of the rule; a rule that was stored was read before. */
export function ruleOf({ rule }: Pick<Pattern, 'rule'>): RecurrenceRule | null {
  if (rule === null) return null
  const read = parseRule(rule)
  if ('error' in read) throw new Error(`stored rule ${rule} ${read.error}`)
  return read.rule
}

function* ruleStarts(pattern: Pattern, from: number): Generator<number> {
  const start = wallOf(pattern.start)
  const rule = ruleOf(pattern)
  const counts = rule?.count != null && !pattern.lastStart
  const last = endOf(pattern, rule)
  // Counted from its start, else from just before `from`.
  const begin = rule && !counts && from > start ? forwarded(start, rule, from) : start
  let count = 0
  if (begin === start) {
    yield start
    count = 1
  }
  if (!rule) return
  const given = withStartParts(rule, start)
  const next = ICAL.Recur.fromString(textOf(given)).iterator(ICAL.Time.fromDateTimeString(wallText(begin)))
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    if (counts && count >= (rule.count as number)) return
    const time = next.next()
    if (!time || time.year > LAST_YEAR) return
    const at = Date.UTC(time.year, time.month - 1, time.day, time.hour, time.minute, time.second)
    if (at > last) return
    if (at <= start || !fits(given, time)) continue
    tries = 0
    count += 1
    yield at
  }
}

function endOf({ lastStart }: Pattern, rule: RecurrenceRule | null): number {
  if (lastStart) return wallOf(lastStart)
  return rule?.until ? wallOf(rule.until) : Number.POSITIVE_INFINITY
}

/** The day and month that a rule takes from the start, written out, so that a start further on does not change it. */
function withStartParts(rule: RecurrenceRule, start: number): RecurrenceRule {
  const { frequency, byDay, byMonthDay, byMonth, byYearDay, byWeekNumber } = rule
  if (byDay.length + byMonthDay.length + byYearDay.length + byWeekNumber.length > 0) return rule
  const day = [new Date(start).getUTCDate()]
  if (frequency === 'MONTHLY') return { ...rule, byMonthDay: day }
  if (frequency !== 'YEARLY') return rule
  return { ...rule, byMonthDay: day, byMonth: byMonth.length > 0 ? byMonth : [new Date(start).getUTCMonth() + 1] }
}

/** A start some periods before `from`, a whole number of intervals after the real one. */
function forwarded(start: number, { frequency, interval }: RecurrenceRule, from: number): number {
  const steps = (length: number) => Math.max(Math.floor((from - start) / (length * interval)) - 2, 0) * interval
  if (frequency === 'HOURLY') return start + steps(HOUR) * HOUR
  if (frequency === 'DAILY') return start + steps(DAY) * DAY
  if (frequency === 'WEEKLY') return start + steps(7 * DAY) * 7 * DAY
  const months = frequency === 'MONTHLY' ? steps(31 * DAY) : steps(366 * DAY) * 12
  const date = new Date(start)
  // A month without that day would be skipped to the next one; the rule has its days written out.
  if (months > 0) date.setUTCDate(Math.min(date.getUTCDate(), 28))
  date.setUTCMonth(date.getUTCMonth() + months)
  return date.getTime()
}

/** The library gives 2 March for 30 February in some rules. */
function fits(
  { byMonth, byMonthDay }: RecurrenceRule,
  { year, month, day }: { year: number; month: number; day: number },
): boolean {
  if (byMonth.length > 0 && !byMonth.includes(month)) return false
  if (byMonthDay.length === 0) return true
  const length = new Date(Date.UTC(year, month, 0)).getUTCDate()
  return byMonthDay.includes(day) || byMonthDay.includes(day - length - 1)
}

function textOf(rule: RecurrenceRule): string {
  return writeRule({ ...rule, count: null, until: null })
}

import { type RecurrenceRule, readRule } from '../../contract.ts'
import { startsOfRule } from './rule-starts.ts'
import { wallOf } from './wall-clock.ts'

/** How far back from its end the last start of a rule is searched, and how many times further then. */
const FIRST_LOOK = 100 * 86_400_000
const LONGER_LOOK = 8

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
  const excludedTimes = new Set(pattern.exdates.map(wallOf))
  const extra = [...new Set(pattern.rdates.map(wallOf))].filter((at) => at >= from && at < to).sort((a, b) => a - b)
  const starts: number[] = []
  const add = (at: number) => {
    if (!excludedTimes.has(at) && starts.at(-1) !== at) starts.push(at)
  }
  for (const at of ruleStarts(pattern, from, to)) {
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

/** The last start that the rule gives; null without an end. With UNTIL it is searched backwards from the end. */
export function lastRuleStart(pattern: Pattern): number | null {
  const rule = ruleOf(pattern)
  if (rule && rule.count === null && rule.until === null) return null
  const start = wallOf(pattern.start)
  const openPattern = { ...pattern, lastStart: null }
  const lastFrom = (from: number) => {
    let last: number | undefined
    for (const at of ruleStarts(openPattern, from)) last = at
    return last
  }
  if (!rule?.until) return lastFrom(Number.NEGATIVE_INFINITY) ?? start
  const end = wallOf(rule.until)
  for (let length = FIRST_LOOK; end - length > start; length *= LONGER_LOOK) {
    const last = lastFrom(end - length)
    if (last !== undefined) return last
  }
  return lastFrom(Number.NEGATIVE_INFINITY) ?? start
}

/** Whether the rule gives any start, be it that of the event, whatever COUNT and UNTIL say. */
export function givesStarts(rule: RecurrenceRule, start: string): boolean {
  return !startsOfRule(rule, wallOf(start), {}).next().done
}

/** The parts of the rule; a rule that was stored was read before. */
export function ruleOf({ rule }: Pick<Pattern, 'rule'>): RecurrenceRule | null {
  if (rule === null) return null
  const read = readRule(rule)
  if ('error' in read) throw new Error(`stored rule ${rule} ${read.error}`)
  return read.rule
}

/** The starts that the rule gives from the period of `from` on, up to COUNT, UNTIL and `to`; the first is that of the event. */
function* ruleStarts(pattern: Pattern, from: number, to?: number): Generator<number> {
  const start = wallOf(pattern.start)
  const rule = ruleOf(pattern)
  const counts = rule?.count != null && !pattern.lastStart
  const last = Math.min(endOf(pattern, rule), to ?? Number.POSITIVE_INFINITY)
  // COUNT is counted from the start.
  const isWhole = counts || from <= start
  if (isWhole) yield start
  if (!rule) return
  let count = 1
  for (const at of startsOfRule(rule, start, isWhole ? { to: last } : { from, to: last })) {
    if (at > last || (counts && count >= (rule.count as number))) return
    if (at === start) continue
    count += 1
    yield at
  }
}

function endOf({ lastStart }: Pattern, rule: RecurrenceRule | null): number {
  if (lastStart) return wallOf(lastStart)
  return rule?.until ? wallOf(rule.until) : Number.POSITIVE_INFINITY
}

import type { Slices } from '#kit/server/slices.ts'
import { readRule } from '../../contract.ts'
import { startsOfRule } from '../time/rule-starts.ts'
import { type Component, linesOf, textOf } from './content-lines.ts'
import { wallsOf } from './file-time.ts'

const DAY = 86_400_000
const FIRST = Date.UTC(1969, 0)
const MOST_CHANGES = 2_000

/** A time zone as a file defines it (RFC 5545 §3.6.5). Offsets are in milliseconds ahead of UTC. */
export type ZoneDefinition = {
  readonly offsetAt: (instant: number) => number
  /** The instant of a clock time: a skipped one is shifted by the gap, of a repeated one it is the first. */
  readonly instantOf: (wall: number) => number
  /** The instants from one to another at which the offset changes. */
  readonly changesBetween: (from: number, to: number) => number[]
  /** Until when it says how the clock goes: a list of changes ends with the last one. */
  readonly until: number
}

type Change = { readonly at: number; readonly before: number; readonly after: number }

/** Reads the observances of a VTIMEZONE; undefined when none can be read. */
export async function readZone(zone: Component, slices: Slices): Promise<ZoneDefinition | undefined> {
  const observances: NonNullable<ReturnType<typeof readObservance>>[] = []
  for (const component of zone.components) {
    if (slices.isOver) await slices.next()
    const read = readObservance(component)
    if (read) observances.push(read)
  }
  const changes = observances.flatMap((one) => one.changes).sort((a, b) => a.at - b.at)
  if (changes.length === 0) return undefined
  const offsetAt = (instant: number) =>
    changes.findLast(({ at }) => at <= instant)?.after ?? (changes[0] as Change).before
  const instantOf = (wall: number) => {
    const [before, after] = [offsetAt(wall - DAY), offsetAt(wall + DAY)]
    if (before === after || offsetAt(wall - before) === before) return wall - before
    return offsetAt(wall - after) === after ? wall - after : wall - before
  }
  const isEndless = changes.length === 1 || observances.some((one) => one.isEndless)
  const changesBetween = (from: number, to: number) =>
    changes.filter(({ at, before, after }) => at >= from && at < to && before !== after).map(({ at }) => at)
  return {
    offsetAt,
    instantOf,
    changesBetween,
    until: isEndless ? Number.POSITIVE_INFINITY : (changes.at(-1) as Change).at,
  }
}

function readObservance(component: Component): { changes: Change[]; isEndless: boolean } | undefined {
  const [before, after] = [offsetOf(textOf(component, 'TZOFFSETFROM')), offsetOf(textOf(component, 'TZOFFSETTO'))]
  const start = linesOf(component, 'DTSTART').flatMap(wallsOf)[0]
  if (before === undefined || after === undefined || start === undefined) return undefined
  const read = readRule(textOf(component, 'RRULE') ?? '')
  const rule = 'rule' in read ? read.rule : undefined
  // The end of a rule is in UTC; without its Z it is a clock time.
  const ends = rule?.until
    ? Date.parse(`${rule.until.slice(0, 19)}Z`) + (rule.until.endsWith('Z') ? before : 0)
    : undefined
  const walls = new Set([start, ...linesOf(component, 'RDATE').flatMap(wallsOf)])
  if (rule) {
    const from = rule.count === null ? Math.max(start, FIRST) : start
    const most = Math.min(rule.count ?? MOST_CHANGES, MOST_CHANGES)
    for (const wall of startsOfRule(rule, start, { from, ...(ends === undefined ? {} : { to: ends }) })) {
      if (walls.size >= most || (ends !== undefined && wall > ends)) break
      walls.add(wall)
    }
  }
  return {
    changes: [...walls].map((wall) => ({ at: wall - before, before, after })),
    isEndless: rule !== undefined && rule.count === null && rule.until === null,
  }
}

function offsetOf(text: string | undefined): number | undefined {
  const [, sign, hours, minutes, seconds = '0'] = /^([+-])(\d\d):?(\d\d):?(\d\d)?$/.exec(text ?? '') ?? []
  if (!sign) return undefined
  const length = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000
  return sign === '-' ? -length : length
}

import { wallTimeOf } from '#kit/contract/wall-time.ts'
import { startSlices } from '#kit/server/slices.ts'
import { instantOf, wallAt, wallText } from '../time/wall-clock.ts'
import { ianaZone, zonesOfWindows } from '../time/windows-zones.ts'
import { type Component, linesOf, textOf } from './content-lines.ts'
import type { ClockTime } from './file-time.ts'
import { readZone, type ZoneDefinition } from './zone-definition.ts'

const DAY = 86_400_000
const WEEK = 7 * DAY
const YEAR = 366 * DAY
/** The most zones that a file defines, and the most rules of their changes. */
const MOST_ZONES = 300
const MOST_RULES = 1_000
/** The most changes of a zone in the years that are compared; no zone has as many. */
const MOST_COMPARED = 20
const MOST_KEPT = 2_000

/** The zone of a time in a file: one of the database, or one that only the file knows. */
export type FileZone = { readonly name: string } | { readonly definition: ZoneDefinition }

/** A time of a file in its zone. */
export type FileTime = ClockTime & { readonly zone: FileZone }

/** Finds the zone of a time by its TZID, the one of the calendar without it; undefined for an unknown name. */
export type FindZone = (tzid: string | undefined, time: ClockTime) => FileZone | undefined

/**
 * The zones of a calendar. What the file defines counts (RFC 5545 §3.6.5): its zone is the one of the database that has its
 * name, or the end of it, or any other, if their clocks agree in the years after the time; else it stays the file's own. Undefined when the
 * file defines more zones or rules than any calendar program writes: each takes a millisecond and more.
 */
export async function zonesOf(calendar: Component, accountZone: string): Promise<FindZone | undefined> {
  const usual = ianaZone(textOf(calendar, 'X-WR-TIMEZONE') ?? '') ?? accountZone
  const zones = calendar.components.filter(({ name }) => name === 'VTIMEZONE')
  const rules = zones.flatMap(({ components }) => components.flatMap((one) => linesOf(one, 'RRULE')))
  if (zones.length > MOST_ZONES || rules.length > MOST_RULES) return undefined
  const slices = startSlices()
  const definitions = new Map<string, ZoneDefinition | undefined>()
  for (const zone of zones) definitions.set(textOf(zone, 'TZID') ?? '', await readZone(zone, slices))
  const zoneCache = new Map<string, FileZone | undefined>()
  return (tzid, { wall, isUtc }) => {
    if (isUtc) return { name: 'UTC' }
    if (tzid === undefined) return { name: usual }
    const key = `${tzid} ${new Date(wall).getUTCFullYear()}`
    if (!zoneCache.has(key)) zoneCache.set(key, zoneOf(tzid, definitions.get(tzid), { wall, usual }))
    return zoneCache.get(key)
  }
}

function zoneOf(
  tzid: string,
  definition: ZoneDefinition | undefined,
  { wall, usual }: { wall: number; usual: string },
): FileZone | undefined {
  const zoneNames = namesIn(tzid).flatMap((name) => ianaZone(name) ?? [])
  if (!definition) return zoneNames[0] === undefined ? undefined : { name: zoneNames[0] }
  const name = [...zoneNames, usual, ...zonesOfWindows].find((zone) => agree(definition, zone, wall))
  return name === undefined ? { definition } : { name }
}

/** A name and its ends: /mozilla.org/20070129_1/Europe/Berlin has Europe/Berlin. */
function namesIn(tzid: string): string[] {
  const parts = tzid.split('/')
  return parts.map((_, index) => parts.slice(index).join('/')).filter(Boolean)
}

/**
 * Whether the clocks of both show the same in three years from a time on, as far as the file says: in every week, and a day
 * before and after each change that the file has. No zone changes its clock there and back within a week.
 */
function agree({ offsetAt, changesBetween, until }: ZoneDefinition, zone: string, wall: number): boolean {
  const to = Math.min(wall + 3 * YEAR, until)
  const from = Math.min(wall, to - YEAR)
  for (let week = Math.ceil(from / WEEK); week * WEEK < to; week += 1)
    if (offsetAt(week * WEEK) !== offsetInWeek(week, zone)) return false
  const changes = changesBetween(from, to)
  if (changes.length > MOST_COMPARED) return false
  return [from, ...changes.flatMap((at) => [at - DAY, at + DAY])]
    .filter((at) => at >= from && at < to)
    .every((at) => offsetAt(at) === wallTimeOf(at, zone) - at)
}

const offsets = new Map<string, Map<number, number>>()

/** The offset of a zone at the beginning of a week since 1970; kept, as each event of a file asks for it again. */
function offsetInWeek(week: number, zone: string): number {
  const offsetByWeek = offsets.get(zone) ?? new Map<number, number>()
  if (offsetByWeek.size === 0) offsets.set(zone, offsetByWeek)
  if (offsetByWeek.size > MOST_KEPT) offsetByWeek.clear()
  const offset = offsetByWeek.get(week) ?? wallTimeOf(week * WEEK, zone) - week * WEEK
  offsetByWeek.set(week, offset)
  return offset
}

/** The instant of a time. */
export function instantOfTime({ wall, zone }: FileTime): number {
  return 'name' in zone ? instantOf(wall, zone.name) : zone.definition.instantOf(wall)
}

/**
 * A time as the clock of an event shows it. A date of an event with times is that day at the time of the event, and a time
 * of an event of whole days is its day.
 */
export function localIn(
  time: FileTime,
  event: { readonly start: string; timeZone: string; isAllDay: boolean },
): string {
  const { wall, isDate, zone } = time
  if (isDate && !event.isAllDay) return wallText(wall).slice(0, 11) + event.start.slice(11)
  if (event.isAllDay) return `${wallText(wall).slice(0, 10)}T00:00:00`
  const isSame = 'name' in zone && zone.name === event.timeZone
  return wallText(isSame ? wall : wallAt(instantOfTime(time), event.timeZone))
}

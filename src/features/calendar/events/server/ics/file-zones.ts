import { instantOf, wallAt, wallText } from '../time/wall-clock.ts'
import { ianaZone, zonesOfWindows } from '../time/windows-zones.ts'
import { type Component, textOf } from './content-lines.ts'
import type { ClockTime } from './file-time.ts'
import { readZone, type ZoneDefinition } from './zone-definition.ts'

const DAY = 86_400_000
const YEAR = 366 * DAY

/** The zone of a time in a file: one of the database, or one that only the file knows. */
export type FileZone = { readonly name: string } | { readonly definition: ZoneDefinition }

/** A time of a file in its zone. */
export type FileTime = ClockTime & { readonly zone: FileZone }

/** Finds the zone of a time by its TZID, the one of the calendar without it; undefined for an unknown name. */
export type FindZone = (tzid: string | undefined, time: ClockTime) => FileZone | undefined

/**
 * The zones of a calendar. What the file defines counts (RFC 5545 §3.6.5): its zone is the one of the database that has its
 * name, or the end of it, or any other, if their clocks agree in the years after the time; else it stays the file's own.
 */
export function zonesOf(calendar: Component, accountZone: string): FindZone {
  const usual = ianaZone(textOf(calendar, 'X-WR-TIMEZONE') ?? '') ?? accountZone
  const definitions = new Map(
    calendar.components
      .filter(({ name }) => name === 'VTIMEZONE')
      .map((zone) => [textOf(zone, 'TZID') ?? '', readZone(zone)] as const),
  )
  const known = new Map<string, FileZone | undefined>()
  return (tzid, { wall, isUtc }) => {
    if (isUtc) return { name: 'UTC' }
    if (tzid === undefined) return { name: usual }
    const key = `${tzid} ${new Date(wall).getUTCFullYear()}`
    if (!known.has(key)) known.set(key, zoneOf(tzid, definitions.get(tzid), { wall, usual }))
    return known.get(key)
  }
}

function zoneOf(
  tzid: string,
  definition: ZoneDefinition | undefined,
  { wall, usual }: { wall: number; usual: string },
): FileZone | undefined {
  const named = namesIn(tzid).flatMap((name) => ianaZone(name) ?? [])
  if (!definition) return named[0] === undefined ? undefined : { name: named[0] }
  const name = [...named, usual, ...zonesOfWindows].find((zone) => agree(definition, zone, wall))
  return name === undefined ? { definition } : { name }
}

/** A name and its ends: /mozilla.org/20070129_1/Europe/Berlin has Europe/Berlin. */
function namesIn(tzid: string): string[] {
  const parts = tzid.split('/')
  return parts.map((_, index) => parts.slice(index).join('/')).filter(Boolean)
}

/** Whether the clocks of both show the same on every day of three years from a time on, as far as the file says. */
function agree({ offsetAt, until }: ZoneDefinition, zone: string, wall: number): boolean {
  const to = Math.min(wall + 3 * YEAR, until)
  for (let at = Math.min(wall, to - YEAR); at < to; at += DAY) if (offsetAt(at) !== wallAt(at, zone) - at) return false
  return true
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

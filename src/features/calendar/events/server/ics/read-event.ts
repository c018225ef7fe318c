import { createHash } from 'node:crypto'
import { MOST_DATES } from '../../contract.ts'
import type { Fields } from '../check-fields.ts'
import { startsOf } from '../time/expand.ts'
import { instantOf, wallAt, wallOf, wallText } from '../time/wall-clock.ts'
import { type Component, type Line, linesOf, textOf, textsOf } from './content-lines.ts'
import { clockTimesOf, durationOf } from './file-time.ts'
import { type FileTime, type FileZone, type FindZone, instantOfTime, localIn } from './file-zones.ts'

const DAY = 86_400_000
const HOUR = 3_600_000
/** The most starts of a series in a zone that only its file knows. */
const MOST_STARTS = MOST_DATES

/** What a file says of an event. What it does not mention is missing. */
export type FileFields = Pick<Fields, 'start' | 'end' | 'timeZone' | 'isAllDay' | 'recurrence'> &
  Partial<Pick<Fields, 'subject' | 'location' | 'description' | 'maintenance'>>

/** An event, series or changed instance of a file. */
export type FileEvent = {
  readonly uid: string
  readonly subject: string | null
  readonly sequence: number
  /** When this version was made, in milliseconds. */
  readonly stamp: number | null
  readonly isCancelled: boolean
  /** The start that the series gives the instance. */
  readonly recurrenceId: FileTime | null
  /** The change covers the following instances too. */
  readonly isFollowing: boolean
  /** Null for a cancellation. */
  readonly fields: FileFields | null
  readonly tags: readonly string[] | null
  /** What of it is not kept, in words. */
  readonly notes: readonly string[]
}

/** Why an event cannot be stored. */
export type RejectedEvent = { readonly uid: string | null; readonly subject: string | null; readonly reason: string }

type Place = { readonly method: string; readonly accountZone: string; readonly find: FindZone }

/** Methods that send events; CANCEL takes them back, and the others speak of an event without being one (RFC 5546). */
const sendingMethods = ['', 'PUBLISH', 'REQUEST']

/** Reads a VEVENT. */
export function readEvent(event: Component, place: Place): FileEvent | RejectedEvent {
  const uid = textOf(event, 'UID') || ownUid(event)
  const subject = oneLine(textOf(event, 'SUMMARY') ?? '', 250) || null
  const rejection = (reason: string): RejectedEvent => ({ uid, subject, reason })
  if (uid.length > 300) return rejection('its UID is too long')
  const { method, find } = place
  if (method !== 'CANCEL' && !sendingMethods.includes(method))
    return rejection(`it is a ${method.slice(0, 20)} (METHOD) about an event, not an event`)
  const recurrenceLine = linesOf(event, 'RECURRENCE-ID')[0]
  const recurrenceId = recurrenceLine ? timeOf(recurrenceLine, find) : null
  if (typeof recurrenceId === 'string') return rejection(recurrenceId)
  const identity = {
    ...{ uid, subject, recurrenceId },
    sequence: Math.min(Math.max(0, Math.trunc(Number(textOf(event, 'SEQUENCE'))) || 0), 2_000_000_000),
    stamp: stampOf(event),
    isFollowing: recurrenceLine?.parameters.get('RANGE')?.toUpperCase() === 'THISANDFUTURE',
    isCancelled: method === 'CANCEL' || textOf(event, 'STATUS')?.toUpperCase() === 'CANCELLED',
  }
  const tags = linesOf(event, 'CATEGORIES')
  const more = { tags: tags.length > 0 ? tags.flatMap(textsOf) : null, notes: notesOf(event) }
  if (identity.isCancelled) return { ...identity, ...more, fields: null }
  const fields = fieldsOf(event, place)
  if (typeof fields === 'string') return rejection(fields)
  const { note, ...read } = fields
  return { ...identity, ...more, fields: read, notes: note ? [...more.notes, note] : more.notes }
}

function fieldsOf(event: Component, { find, accountZone }: Place): (FileFields & { note?: string }) | string {
  const [begin] = linesOf(event, 'DTSTART')
  const start = begin ? timeOf(begin, find) : 'it has no start'
  if (typeof start === 'string') return start
  // A zone of the file alone cannot be stored: the event is at the same instants on the clock of the account.
  const timeZone = start.isDate || !('name' in start.zone) ? accountZone : start.zone.name
  const local = wallText(start.isDate || 'name' in start.zone ? start.wall : wallAt(instantOfTime(start), timeZone))
  const times = { start: local, timeZone, isAllDay: start.isDate }
  const end = endOf(event, start, { times, find })
  if (end.startsWith('its')) return end
  const recurrence = recurrenceOf(event, start, { times, find })
  if (typeof recurrence === 'string') return recurrence
  const texts = { location: textOf(event, 'LOCATION'), description: textOf(event, 'DESCRIPTION') }
  const subject = textOf(event, 'SUMMARY')
  return {
    ...{ ...times, end },
    ...recurrence,
    ...(subject === undefined ? {} : { subject: oneLine(subject, 250) || '(no subject)' }),
    ...(texts.location === undefined ? {} : { location: oneLine(texts.location, 250) }),
    ...(texts.description === undefined ? {} : { description: texts.description.slice(0, 10_000) }),
    ...maintenanceOf(event),
  }
}

/** The first time of a line in its zone, or why there is none. */
function timeOf(line: Line, find: FindZone): FileTime | string {
  const [time] = clockTimesOf(line)
  if (!time) return `its ${line.name} is not readable: ${line.value.slice(0, 40)}`
  return inZone(line, time, find)
}

function inZone(line: Line, time: NonNullable<ReturnType<typeof clockTimesOf>[number]>, find: FindZone) {
  const tzid = line.parameters.get('TZID')
  const zone: FileZone | undefined = time.isDate ? find(undefined, time) : find(tzid, time)
  return zone ? { ...time, zone } : `its time zone ${tzid?.slice(0, 60)} is neither known nor defined in the file`
}

type Times = Pick<Fields, 'start' | 'timeZone' | 'isAllDay'>

/** The end, or why it cannot be read. */
function endOf(event: Component, start: FileTime, { times, find }: { times: Times; find: FindZone }): string {
  const [line] = linesOf(event, 'DTEND')
  const duration = textOf(event, 'DURATION')
  const usual = start.isDate ? DAY : HOUR
  let length = { days: 0, time: usual }
  if (line) {
    const end = timeOf(line, find)
    if (typeof end === 'string') return end
    const local = localIn(end, times)
    // An event without a length is shown as one of the usual length.
    if (local !== times.start) return local
  } else if (duration !== undefined) {
    const read = durationOf(duration)
    if (!read) return `its DURATION is not readable: ${duration.slice(0, 40)}`
    length = read
  }
  const day = wallOf(times.start) + length.days
  if (times.isAllDay) return wallText(day + length.time)
  // The clock may change within: a day goes by the clock, an hour does not (RFC 5545 §3.3.6).
  return wallText(length.time === 0 ? day : wallAt(instantOf(day, times.timeZone) + length.time, times.timeZone))
}

type RecurrenceOfFile = Pick<Fields, 'recurrence'> & { readonly note?: string }

function recurrenceOf(
  event: Component,
  start: FileTime,
  { times, find }: { times: Times; find: FindZone },
): RecurrenceOfFile | string {
  const rules = linesOf(event, 'RRULE')
  if (rules.length > 1) return 'it has more than one RRULE'
  if (linesOf(event, 'EXRULE').length > 0) return 'it has an EXRULE, which is not supported'
  const dates: Record<string, FileTime[]> = { EXDATE: [], RDATE: [] }
  for (const [name, fileTimes] of Object.entries(dates))
    for (const line of linesOf(event, name))
      for (const time of clockTimesOf(line)) {
        if (fileTimes.length >= MOST_DATES) return `it has more than ${MOST_DATES} dates of ${name}`
        const read = time ? inZone(line, time, find) : `its ${name} is not readable: ${line.value.slice(0, 40)}`
        if (typeof read === 'string') return read
        fileTimes.push(read)
      }
  const [exdates, rdates] = [dates.EXDATE!, dates.RDATE!].map((fileTimes) =>
    fileTimes.map((time) => localIn(time, times)),
  )
  const rule = rules[0] ? ruleText(rules[0].value, times) : null
  if (rule === null && rdates!.length === 0) return { recurrence: null }
  if (rule === null || start.isDate || 'name' in start.zone)
    return { recurrence: { rule, exdates: exdates!, rdates: rdates! } }
  return ownStarts(rule, start, { times, exdates: exdates!, rdates: rdates! })
}

/** The end of a series of whole days is a date, whatever the program writes. */
function ruleText(text: string, { isAllDay, timeZone }: Times): string {
  if (!isAllDay) return text
  return text.replace(
    /UNTIL=(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(Z?)/i,
    (_, year, month, day, hour, minute, second, utc) => {
      const wall = wallOf(`${year}-${month}-${day}T${hour}:${minute}:${second}`)
      const local = Number.isNaN(wall) ? '' : wallText(utc ? wallAt(wall, timeZone) : wall)
      return `UNTIL=${local.slice(0, 10).replaceAll('-', '')}`
    },
  )
}

/** The starts of a series whose clock only the file knows, one by one. */
function ownStarts(
  rule: string,
  { wall, zone }: FileTime,
  { times, exdates, rdates }: { times: Times; exdates: string[]; rdates: string[] },
): RecurrenceOfFile | string {
  const pattern = { start: wallText(wall), rule, exdates: [], rdates: [] }
  const most = MOST_STARTS + 1 - Math.min(rdates.length, MOST_STARTS)
  let walls: number[]
  try {
    walls = startsOf(pattern, { most: most + 1 })
  } catch {
    return 'its RRULE is not readable'
  }
  const local = walls.slice(1, most).map((one) => localIn({ wall: one, zone, isDate: false, isUtc: false }, times))
  const last = local.at(-1) ?? times.start
  return {
    recurrence: { rule: null, exdates, rdates: [...new Set([...local, ...rdates])].sort() },
    ...(walls.length > most
      ? { note: `its time zone is known to the file alone: it was read until ${last.slice(0, 10)}` }
      : {}),
  }
}

/** When the version was made: programs write it at one of two places. */
function stampOf(event: Component): number | null {
  const times = ['DTSTAMP', 'LAST-MODIFIED'].flatMap((name) =>
    linesOf(event, name).flatMap((line) => clockTimesOf(line)[0]?.wall ?? []),
  )
  return times.length > 0 ? Math.max(...times) : null
}

/** Of an event without a UID: the same file has the same one again. */
function ownUid({ lines }: Component): string {
  const text = lines.filter(({ name }) => name !== 'DTSTAMP').map(({ name, value }) => `${name}:${value}`)
  return `${createHash('sha256').update(text.join('\n')).digest('hex').slice(0, 32)}@headend`
}

function notesOf(event: Component): string[] {
  const leftNames = ['ATTACH', 'URL', 'ATTENDEE'].filter((name) => linesOf(event, name).length > 0)
  if (event.components.some(({ name }) => name === 'VALARM')) leftNames.push('VALARM')
  return [
    ...(leftNames.length > 0 ? [`its ${leftNames.join(', ')} was not kept`] : []),
    ...event.unreadable.map((text) => `a line of it is not readable: ${text}`),
  ].slice(0, 5)
}

function oneLine(text: string, most: number): string {
  return text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, most)
}

/** The fields of the MAINTNOTE convention. */
function maintenanceOf(event: Component): Partial<Pick<Fields, 'maintenance'>> {
  const text = (name: string) => oneLine(textOf(event, `X-MAINTNOTE-${name}`) ?? '', 60)
  if (text('MAINTENANCE-ID') === '') return {}
  return {
    maintenance: {
      id: text('MAINTENANCE-ID'),
      impact: text('IMPACT').slice(0, 40) || 'OUTAGE',
      status: text('STATUS').slice(0, 40) || 'TENTATIVE',
      objects: linesOf(event, 'X-MAINTNOTE-OBJECT-ID')
        .map((line) => oneLine(textsOf(line).join(','), 120))
        .filter(Boolean)
        .slice(0, 500),
    },
  }
}

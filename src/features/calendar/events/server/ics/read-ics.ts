import ICAL from 'ical.js'
import { throwProblem } from '#kit/server/http-problem.ts'
import { calendarProblems, MOST_IMPORTED, parseRule } from '../../contract.ts'
import type { Fields } from '../check-fields.ts'
import { instantOf, wallAt, wallOf, wallText } from '../time/wall-clock.ts'
import { ianaZone } from '../time/windows-zones.ts'

/** An event of a file. `reason` says why it cannot be stored; `recurrenceId` is that of a changed instance. */
export type FileEvent = {
  readonly uid: string | null
  readonly subject: string | null
  readonly sequence: number
  readonly recurrenceId: string | null
  readonly fields: Omit<Fields, 'tags'> | null
  readonly tags: readonly string[]
  readonly reason: string | null
}

/** The events of an iCalendar file (RFC 5545); times without a zone are in that of the account. */
export function readIcs(text: string, zone: string): FileEvent[] {
  const events = calendarsOf(text).flatMap((calendar) => calendar.getAllSubcomponents('vevent'))
  if (events.length > MOST_IMPORTED)
    throwProblem(calendarProblems['calendar-import-too-large'], { limit: MOST_IMPORTED })
  // The start that names a changed instance is local to the zone of its series.
  const zones = new Map(
    events
      .filter((event) => !event.hasProperty('recurrence-id'))
      .map((event) => [
        String(event.getFirstPropertyValue('uid')),
        timeOf(event.getFirstProperty('dtstart'), zone)?.zone,
      ]),
  )
  return events.map((event) => readEvent(event, zone, zones.get(String(event.getFirstPropertyValue('uid')))))
}

function calendarsOf(text: string): ICAL.Component[] {
  let parsed: unknown
  try {
    parsed = ICAL.parse(text)
  } catch (flaw) {
    throwProblem(calendarProblems['calendar-import-unreadable'], { reason: (flaw as Error).message.slice(0, 120) })
  }
  const lists = (Array.isArray((parsed as unknown[])[0]) ? parsed : [parsed]) as ConstructorParameters<
    typeof ICAL.Component
  >[0][]
  const calendars = lists.map((one) => new ICAL.Component(one)).filter(({ name }) => name === 'vcalendar')
  if (calendars.length === 0)
    throwProblem(calendarProblems['calendar-import-unreadable'], { reason: 'it has no VCALENDAR' })
  return calendars
}

function readEvent(event: ICAL.Component, accountZone: string, seriesZone: string | undefined): FileEvent {
  const text = (name: string) => String(event.getFirstPropertyValue(name) ?? '').trim()
  const known = {
    uid: text('uid') || null,
    subject: oneLine(text('summary'), 250) || null,
    sequence: Math.max(0, Number(event.getFirstPropertyValue('sequence') ?? 0) || 0),
    tags: event.getAllProperties('categories').flatMap((property) => property.getValues().map(String)),
  }
  const rejected = (reason: string): FileEvent => ({ ...known, recurrenceId: null, fields: null, reason })
  if (known.uid === null || known.uid.length > 300) return rejected('it has no UID, or one that is too long')
  if (text('status').toUpperCase() === 'CANCELLED') return rejected('it is cancelled')
  const start = timeOf(event.getFirstProperty('dtstart'), accountZone)
  if (!start) return rejected('its start is missing, or in a time zone that is not known')
  const end = endOf(event, start, accountZone)
  const inZone = (name: string) =>
    event
      .getAllProperties(name)
      .flatMap((property) => property.getValues().map((value) => localIn(value, property, start, accountZone)))
  const given = text('rrule')
  const read = given === '' ? null : parseRule(given)
  if (read && 'error' in read) return rejected(`its rule ${read.error}`)
  const [exdates, rdates] = [inZone('exdate'), inZone('rdate')]
  if ([...exdates, ...rdates].includes(null)) return rejected('a date of its recurrence is not readable')
  const repeats = given !== '' || rdates.length > 0
  const recurrenceId = event.getFirstProperty('recurrence-id')
  return {
    ...known,
    reason: null,
    recurrenceId: recurrenceId
      ? localIn(recurrenceId.getFirstValue(), recurrenceId, { ...start, zone: seriesZone ?? start.zone }, accountZone)
      : null,
    fields: {
      subject: known.subject ?? '(no subject)',
      start: start.local,
      end,
      timeZone: start.zone,
      isAllDay: start.isDate,
      location: oneLine(text('location'), 250),
      description: text('description').slice(0, 10_000),
      recurrence: repeats ? { rule: given || null, exdates: exdates as string[], rdates: rdates as string[] } : null,
      notification: [],
      attendees: [],
      deployments: [],
      maintenance: maintenanceOf(event),
    },
  }
}

type Start = { readonly local: string; readonly zone: string; readonly isDate: boolean }

function timeOf(property: ICAL.Property | null, accountZone: string): Start | null {
  const value = property?.getFirstValue()
  if (!property || !(value instanceof ICAL.Time)) return null
  const named = property.getFirstParameter('tzid')
  const zone = isUtc(value) ? 'UTC' : named ? ianaZone(named) : accountZone
  return zone === undefined ? null : { local: localOf(value), zone, isDate: value.isDate }
}

function endOf(event: ICAL.Component, start: Start, accountZone: string): string {
  const end = event.getFirstProperty('dtend')
  const value = end?.getFirstValue()
  if (end && value instanceof ICAL.Time) return localIn(value, end, start, accountZone) ?? localOf(value)
  const duration = event.getFirstPropertyValue('duration')
  const seconds = duration instanceof ICAL.Duration ? duration.toSeconds() : start.isDate ? 86_400 : 3600
  return wallText(wallOf(start.local) + seconds * 1000)
}

/** A time as a clock in the zone of the event shows it. */
function localIn(value: unknown, property: ICAL.Property, start: Start, accountZone: string): string | null {
  if (!(value instanceof ICAL.Time)) return null
  const named = property.getFirstParameter('tzid')
  const zone = isUtc(value) ? 'UTC' : named ? ianaZone(named) : accountZone
  if (zone === undefined) return null
  // A date alone is a start of that day at the time of the event.
  if (value.isDate && !start.isDate) return localOf(value).slice(0, 11) + start.local.slice(11)
  if (zone === start.zone || start.isDate) return localOf(value)
  return wallText(wallAt(instantOf(wallOf(localOf(value)), zone), start.zone))
}

function isUtc(value: ICAL.Time): boolean {
  return value.zone === ICAL.Timezone.utcTimezone
}

function localOf({ year, month, day, hour, minute, second }: ICAL.Time): string {
  return wallText(Date.UTC(year, month - 1, day, hour, minute, second))
}

function oneLine(text: string, most: number): string {
  return text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, most)
}

/** The fields of the MAINTNOTE convention. */
function maintenanceOf(event: ICAL.Component): Fields['maintenance'] {
  const text = (name: string) => oneLine(String(event.getFirstPropertyValue(`x-maintnote-${name}`) ?? ''), 60)
  if (text('maintenance-id') === '') return null
  return {
    id: text('maintenance-id'),
    impact: text('impact').slice(0, 40) || 'OUTAGE',
    status: text('status').slice(0, 40) || 'TENTATIVE',
    objects: event
      .getAllProperties('x-maintnote-object-id')
      .map((property) => oneLine(String(property.getFirstValue() ?? ''), 120))
      .filter(Boolean)
      .slice(0, 500),
  }
}

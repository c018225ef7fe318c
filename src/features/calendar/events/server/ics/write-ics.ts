import ICAL from 'ical.js'
import { mapInSlices, startSlices } from '#kit/server/slices.ts'
import { writeRule } from '../../contract.ts'
import type { EventRow } from '../event-row.ts'
import { ruleOf } from '../time/expand.ts'
import { instantOf, wallOf, wallText } from '../time/wall-clock.ts'
import { zoneText } from './zone-component.ts'

/** What makes a file an invitation or its withdrawal (RFC 5546): who sends it, and whether it takes a response by mail. */
export type Invitation = {
  readonly method: 'REQUEST' | 'CANCEL'
  readonly organizer: string
  readonly takesAnswer: boolean
}

/** To whom an invitation goes, and what they responded. */
export type Attendee = { readonly email: string; readonly answer: string }

/** An iCalendar file (RFC 5545) of events, series and their changed instances, written in slices. */
export async function writeIcs(rows: readonly EventRow[]): Promise<string> {
  return (await partsOf(rows)).join('')
}

/** The same as an invitation. It is written once, whatever the number of attendees; each gets it with their own line. */
export async function writeInvitation(
  rows: readonly EventRow[],
  invitation: Invitation,
): Promise<(attendee: Attendee) => string> {
  const parts = await partsOf(rows, invitation)
  return (attendee) => parts.join(attendeeLine(attendee, invitation))
}

/** The file in parts: between two of them, at the end of the properties of each event, is the place of an attendee. */
async function partsOf(rows: readonly EventRow[], invitation?: Invitation): Promise<readonly string[]> {
  const slices = startSlices()
  const zones = await mapInSlices(zonesOf(rows), ([zone, first]) => `${zoneText(zone, first)}\r\n`, slices)
  const events = await mapInSlices(rows, (row) => eventParts(row, invitation), slices)
  const method = invitation ? `METHOD:${invitation.method}\r\n` : ''
  const head = `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Headend//Calendar//EN\r\n${method}`
  const parts = [head + zones.join('')]
  for (const { properties, end } of events) {
    parts[parts.length - 1] += properties
    parts.push(end)
  }
  parts[parts.length - 1] += 'END:VCALENDAR\r\n'
  return parts
}

function eventParts(row: EventRow, invitation: Invitation | undefined): { properties: string; end: string } {
  const text = `${eventComponent(row, invitation).toString()}\r\n`
  // Only the line of a component begins so: a folded one begins with a space.
  const alarm = text.indexOf('\r\nBEGIN:VALARM\r\n')
  const place = (alarm === -1 ? text.lastIndexOf('\r\nEND:VEVENT\r\n') : alarm) + 2
  return { properties: text.slice(0, place) + dateLines(row), end: text.slice(place) }
}

/** The dates of a series, thousands of them perhaps: their lines need neither escapes nor folds. */
function dateLines({ exdates, rdates, isAllDay, timeZone }: EventRow): string {
  const isUtc = timeZone === 'UTC'
  const parameter = isAllDay ? ';VALUE=DATE' : isUtc ? '' : `;TZID=${timeZone}`
  const lines = (name: string, times: readonly string[]) =>
    times.map((time) => {
      const digits = time.replaceAll(/[-:]/g, '')
      return `${name}${parameter}:${isAllDay ? digits.slice(0, 8) : digits}${isUtc && !isAllDay ? 'Z' : ''}\r\n`
    })
  return [...lines('EXDATE', exdates), ...lines('RDATE', rdates)].join('')
}

function attendeeLine({ email, answer }: Attendee, { takesAnswer }: Invitation): string {
  const property = new ICAL.Property('attendee')
  property.setParameter('partstat', answer)
  property.setParameter('rsvp', takesAnswer ? 'TRUE' : 'FALSE')
  property.setValue(`mailto:${email}`)
  return `${property.toICALString()}\r\n`
}

/** The zones of events, each with the first start in it. */
function zonesOf(rows: readonly EventRow[]): ReadonlyMap<string, number> {
  const zones = new Map<string, number>()
  const add = ({ isAllDay, timeZone }: Clock, start: string) => {
    if (isAllDay || timeZone === 'UTC') return
    const first = zones.get(timeZone) ?? Number.POSITIVE_INFINITY
    zones.set(timeZone, Math.min(first, instantOf(wallOf(start), timeZone)))
  }
  for (const row of rows) {
    add(row, row.start)
    if (row.series && row.recurrenceId !== null) add(row.series, row.recurrenceId)
  }
  return zones
}

/**
 * Text as a value of a line: its line breaks are line feeds, which the library escapes; it leaves others, which are
 * line breaks to some programs, and the controls that the grammar forbids (RFC 5545 3.1, 3.3.11).
 */
function oneValue(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is left out
  return text.replaceAll(/\r\n?|[\u0085\u2028\u2029]/g, '\n').replaceAll(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/g, '')
}

function eventComponent(row: EventRow, invitation: Invitation | undefined): ICAL.Component {
  const event = new ICAL.Component('vevent')
  const add = (name: string, value: string | number) =>
    void event.addPropertyWithValue(name, typeof value === 'string' ? oneValue(value) : value)
  const addTime = (name: string, local: string) => event.addProperty(timeProperty(name, local, row))
  add('uid', row.uid)
  event.addPropertyWithValue('dtstamp', utc(row.updated))
  event.addPropertyWithValue('created', utc(row.created))
  event.addPropertyWithValue('last-modified', utc(row.updated))
  add('sequence', row.sequence)
  add('summary', row.subject)
  if (row.location !== '') add('location', row.location)
  if (row.description !== '') add('description', row.description)
  addTime('dtstart', row.start)
  addTime('dtend', row.end)
  // The start that the series gives, in its form and zone, whatever the instance changes (RFC 5545 §3.8.4.4).
  if (row.recurrenceId !== null) event.addProperty(timeProperty('recurrence-id', row.recurrenceId, row.series ?? row))
  if (row.rule !== null) event.addPropertyWithValue('rrule', ICAL.Recur.fromString(ruleText(row)))
  if (row.tags.length > 0) {
    const categories = new ICAL.Property('categories')
    categories.setValues(row.tags.map(({ name }) => oneValue(name)))
    event.addProperty(categories)
  }
  if (row.maintenance) addMaintenance(event, row)
  if (invitation) addInvitation(event, invitation)
  for (const minutes of row.notification) event.addSubcomponent(alarm(minutes, row.subject))
  return event
}

/** The fields of the MAINTNOTE convention, with which operators announce work to each other. */
function addMaintenance(event: ICAL.Component, { maintenance, account }: EventRow): void {
  const { id, impact, status, objects } = maintenance!
  const fields = { account: account ?? '', 'maintenance-id': id, impact, status }
  for (const [name, value] of Object.entries(fields))
    if (value) event.addPropertyWithValue(`x-maintnote-${name}`, oneValue(value))
  for (const object of objects) event.addPropertyWithValue('x-maintnote-object-id', oneValue(object))
}

function addInvitation(event: ICAL.Component, { method, organizer }: Invitation): void {
  event.addPropertyWithValue('status', method === 'CANCEL' ? 'CANCELLED' : 'CONFIRMED')
  event.addPropertyWithValue('organizer', `mailto:${organizer}`)
}

function alarm(minutes: number, subject: string): ICAL.Component {
  const component = new ICAL.Component('valarm')
  component.addPropertyWithValue('action', 'DISPLAY')
  component.addPropertyWithValue('description', oneValue(subject))
  component.addPropertyWithValue('trigger', ICAL.Duration.fromSeconds(-minutes * 60))
  return component
}

type Clock = Pick<EventRow, 'isAllDay' | 'timeZone'>

function timeProperty(name: string, local: string, { isAllDay, timeZone }: Clock): ICAL.Property {
  const property = new ICAL.Property(name)
  if (isAllDay) {
    property.resetType('date')
    property.setValue(ICAL.Time.fromDateString(local.slice(0, 10)))
    return property
  }
  const isUtc = timeZone === 'UTC'
  if (!isUtc) property.setParameter('tzid', timeZone)
  property.setValue(ICAL.Time.fromDateTimeString(isUtc ? `${local}Z` : local))
  return property
}

/** UNTIL is a date in an all-day event, else UTC (RFC 5545 §3.3.10). */
function ruleText(row: EventRow): string {
  const rule = ruleOf(row)!
  if (rule.until === null) return writeRule(rule)
  const until = row.isAllDay ? rule.until.slice(0, 10) : `${wallText(instantOf(wallOf(rule.until), row.timeZone))}Z`
  return writeRule({ ...rule, until })
}

function utc(iso: string): ICAL.Time {
  return ICAL.Time.fromDateTimeString(`${iso.slice(0, 19)}Z`)
}

import ICAL from 'ical.js'
import { writeRule } from '../../contract.ts'
import type { EventRow } from '../event-row.ts'
import { ruleOf } from '../time/expand.ts'
import { instantOf, wallOf, wallText } from '../time/wall-clock.ts'
import { zoneComponent } from './zone-component.ts'

/** What makes a file an invitation or its withdrawal (RFC 5546): who sends it, and to whom. */
export type Invitation = {
  readonly method: 'REQUEST' | 'CANCEL'
  readonly organizer: string
  readonly attendee: string
}

/** An iCalendar file (RFC 5545) of events, series and their changed instances. */
export function writeIcs(rows: readonly EventRow[], invitation?: Invitation): string {
  const calendar = new ICAL.Component('vcalendar')
  calendar.addPropertyWithValue('version', '2.0')
  calendar.addPropertyWithValue('prodid', '-//Headend//Calendar//EN')
  if (invitation) calendar.addPropertyWithValue('method', invitation.method)
  const zones = new Map<string, number>()
  for (const { isAllDay, timeZone, start } of rows)
    if (!isAllDay && timeZone !== 'UTC')
      zones.set(timeZone, Math.min(zones.get(timeZone) ?? Number.POSITIVE_INFINITY, instantOf(wallOf(start), timeZone)))
  for (const [zone, first] of zones) calendar.addSubcomponent(zoneComponent(zone, first))
  for (const row of rows) calendar.addSubcomponent(eventComponent(row, invitation))
  return `${calendar.toString()}\r\n`
}

function eventComponent(row: EventRow, invitation: Invitation | undefined): ICAL.Component {
  const event = new ICAL.Component('vevent')
  const add = (name: string, value: string | number) => void event.addPropertyWithValue(name, value)
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
  if (row.recurrenceId !== null) addTime('recurrence-id', row.recurrenceId)
  if (row.rule !== null) event.addPropertyWithValue('rrule', ICAL.Recur.fromString(ruleText(row)))
  for (const time of row.exdates) addTime('exdate', time)
  for (const time of row.rdates) addTime('rdate', time)
  if (row.tags.length > 0) {
    const categories = new ICAL.Property('categories')
    categories.setValues(row.tags.map(({ name }) => name))
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
    if (value) event.addPropertyWithValue(`x-maintnote-${name}`, value)
  for (const object of objects) event.addPropertyWithValue('x-maintnote-object-id', object)
}

function addInvitation(event: ICAL.Component, { method, organizer, attendee }: Invitation): void {
  event.addPropertyWithValue('status', method === 'CANCEL' ? 'CANCELLED' : 'CONFIRMED')
  event.addPropertyWithValue('organizer', `mailto:${organizer}`)
  const property = new ICAL.Property('attendee')
  property.setParameter('partstat', 'NEEDS-ACTION')
  property.setParameter('rsvp', 'TRUE')
  property.setValue(`mailto:${attendee}`)
  event.addProperty(property)
}

function alarm(minutes: number, subject: string): ICAL.Component {
  const component = new ICAL.Component('valarm')
  component.addPropertyWithValue('action', 'DISPLAY')
  component.addPropertyWithValue('description', subject)
  component.addPropertyWithValue('trigger', ICAL.Duration.fromSeconds(-minutes * 60))
  return component
}

function timeProperty(name: string, local: string, { isAllDay, timeZone }: EventRow): ICAL.Property {
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

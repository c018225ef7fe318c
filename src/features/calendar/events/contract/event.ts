import * as z from 'zod/mini'
import { everyVendorRole, roles } from '#features/access/roles/contract.ts'
import { notBlank, oneLine } from '#kit/contract/one-line.ts'
import { permission } from '#kit/contract/permission.ts'
import { problems } from '#kit/contract/problem.ts'

/** Create, change, delete and import events of an account. */
export const writeCalendar = permission(
  'calendar:write',
  'Create and change events of the calendar',
  everyVendorRole,
  roles('MANAGER', 'USER'),
)

export const calendarProblems = problems({
  'calendar-event-not-found': {
    status: 404,
    text: 'This event was not found. It was probably deleted, or you do not have access to its account.',
  },
  'calendar-instance-not-found': {
    status: 404,
    text: 'The series has no event at {recurrenceId}. Reload the calendar: the series was probably changed.',
  },
  'calendar-range-too-long': { status: 400, text: 'The range is longer than {limit} days. Ask for a shorter one.' },
  'calendar-too-many-instances': {
    status: 400,
    text: 'The range holds more than {limit} events. Ask for a shorter one, or for fewer accounts.',
  },
  'calendar-not-invited': { status: 403, text: 'You are not invited to this event, so you cannot respond to it.' },
  'calendar-import-unreadable': { status: 400, text: 'The file is not a readable iCalendar file: {reason}.' },
  'calendar-import-too-large': {
    status: 413,
    text: 'The file has more than {limit} events. Split it into smaller ones.',
  },
  'calendar-files-full': {
    status: 409,
    text: 'The event has {limit} files already, the most that are possible. Delete one first.',
  },
  'calendar-file-not-found': {
    status: 404,
    text: 'This file was not found. It was probably deleted; reload the event.',
  },
})

/** The longest range of a list, in days. */
export const MOST_DAYS = 400
/** The longest single event, in days. */
export const LONGEST_EVENT_DAYS = 60
/** The most events on a page. */
export const MOST_INSTANCES = 1000
/** The most EXDATE, and the most RDATE, of a series. */
export const MOST_DATES = 1000
/** The most files of an event. */
export const MOST_EVENT_FILES = 20
/** The most attendees of an event. */
export const MOST_ATTENDEES = 200
/** The most events of an imported file. */
export const MOST_IMPORTED = 2000
/** The largest imported file in bytes. */
export const IMPORT_LIMIT = 2_097_152

export const calendarUrl = '/api/plugins/calendar/events'
export const byId = z.strictObject({ id: z.string().check(z.regex(/^\d{1,15}$/)) })
export const accountId = z.string().check(z.regex(/^\d{1,15}$/))
/** A clock time in the time zone of the event, without a zone: `2026-11-24T01:00:00`. */
export const localTime = z.string().check(z.regex(/^(19|20|21)\d\d-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/))
/** A time of a range: local to the zone of the query, or with `Z` or an offset. */
export const rangeTime = z
  .string()
  .check(z.regex(/^(19|20|21)\d\d-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,6})?(Z|[+-]\d\d:\d\d)?$/))
/** An IANA name, or the name that Windows has for the zone, which is stored as its IANA name. */
export const zoneName = z.string().check(z.minLength(1), z.maxLength(64), z.regex(/^[A-Za-z0-9_+./() -]+$/))
/** What a change or deletion of a series covers. */
export const Scope = z.enum(['THIS', 'FOLLOWING', 'ALL'])
export type Scope = z.output<typeof Scope>

const rule = z.string().check(z.minLength(5), z.maxLength(500))
const dates = z._default(z.optional(z.array(localTime).check(z.maxLength(MOST_DATES))), [])
/** `rule` is the value of an RRULE: `parseRule` reads it, `writeRule` makes it. Times are local to the event's zone. */
export const recurrence = z.strictObject({ rule: z.nullable(rule), exdates: dates, rdates: dates })
/** Who is invited: a user or another address by its e-mail address, or one side of the account. */
export const invited = z.strictObject({
  kind: z.enum(['USER', 'ADDRESS', 'SIDE']),
  /** An e-mail address, or `VENDOR` or `CUSTOMER`. */
  name: z.string().check(z.minLength(1), z.maxLength(254), z.regex(/^[^\s"<>,;:\\]+$/)),
})
export const maintenance = z.strictObject({
  /** The number of the change. */
  id: oneLine(60),
  /** NO-IMPACT, REDUCED-REDUNDANCY, DEGRADED or OUTAGE; another text is kept and shown. */
  impact: oneLine(40).check(notBlank),
  /** TENTATIVE, CONFIRMED, IN-PROCESS, COMPLETED or CANCELLED; another text is kept and shown. Cancelled work holds nothing. */
  status: oneLine(40).check(notBlank),
  /** Names of the objects concerned: segments, nodes, cores. Empty is the whole deployments, or the whole account. */
  objects: z.array(oneLine(120).check(notBlank)).check(z.maxLength(500)),
})

const ids = z.array(accountId)
const fields = {
  subject: oneLine(250).check(notBlank),
  start: localTime,
  /** After the start; of an all-day event midnight after its last day. */
  end: localTime,
  timeZone: zoneName,
  isAllDay: z.boolean(),
  location: oneLine(250),
  description: z.string().check(z.maxLength(10_000)),
  /** Ids of tags. */
  tags: ids.check(z.maxLength(20)),
  /** Null for an event that does not repeat. */
  recurrence: z.nullable(recurrence),
  /** Reminder mails, in minutes before the start. */
  notification: z.array(z.int().check(z.minimum(0), z.maximum(40_320))).check(z.maxLength(5)),
  attendees: z.array(invited).check(z.maxLength(MOST_ATTENDEES)),
  /** Ids of deployments of the account that the event concerns. */
  deployments: ids.check(z.maxLength(200)),
  maintenance: z.nullable(maintenance),
}
const optional = {
  timeZone: z.optional(fields.timeZone),
  isAllDay: z.optional(fields.isAllDay),
  location: z.optional(fields.location),
  description: z.optional(fields.description),
  tags: z.optional(fields.tags),
  recurrence: z.optional(fields.recurrence),
  notification: z.optional(fields.notification),
  attendees: z.optional(fields.attendees),
  deployments: z.optional(fields.deployments),
  maintenance: z.optional(fields.maintenance),
}
/** Without `timeZone` the event is in the zone of its account. */
export const newEvent = z.strictObject({ subject: fields.subject, start: fields.start, end: fields.end, ...optional })
export const eventChanges = z.strictObject({
  subject: z.optional(fields.subject),
  start: z.optional(fields.start),
  end: z.optional(fields.end),
  ...optional,
})
export type NewEvent = z.output<typeof newEvent>
export type EventChanges = z.output<typeof eventChanges>

import * as z from 'zod/mini'
import { accountProblems } from '#features/accounts/accounts/contract.ts'
import { readCalendar } from '#features/calendar/tags/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import {
  accountId,
  byId,
  calendarProblems,
  calendarUrl,
  eventChanges,
  localTime,
  newEvent,
  recurrence,
  Scope,
  writeCalendar,
  zoneName,
} from './event.ts'
import { CalendarEvent, Clashes, ImportReport } from './event-shapes.ts'

const eventWrites = { tag: 'Calendar', guard: writeCalendar } as const
const noEvent = calendarProblems['calendar-event-not-found']
const noInstance = calendarProblems['calendar-instance-not-found']
const noAccount = accountProblems['account-not-found']
/** Invitations are mailed to both sides unless a flag is true. */
const suppression = {
  suppressCustomerMailNotification: z.optional(z.boolean()),
  suppressHarmonicMailNotification: z.optional(z.boolean()),
}
/**
 * `recurrenceId` names the instance: required for THIS and FOLLOWING of a series. ALL is the default. With ALL and a
 * `recurrenceId`, `start` and `end` are those of that instance, and the whole series moves by the difference.
 */
const part = { scope: z.optional(Scope), recurrenceId: z.optional(localTime) }

export const createEvent = endpoint({
  ...eventWrites,
  name: 'createCalendarEvent',
  method: 'POST',
  url: calendarUrl,
  status: 201,
  summary: 'Create an event of an account; without `accountId` one of the vendor alone (vendor staff)',
  query: z.strictObject({ accountId: z.optional(accountId), ...suppression }),
  body: newEvent,
  reply: CalendarEvent,
  problems: [noAccount],
})
export const changeEvent = endpoint({
  ...eventWrites,
  name: 'changeCalendarEvent',
  method: 'PATCH',
  url: `${calendarUrl}/{id}`,
  summary: 'Change an event: this instance, this and the following ones, or all; returns what was changed',
  params: byId,
  query: z.strictObject({ ...part, ...suppression }),
  body: eventChanges,
  reply: CalendarEvent,
  problems: [noEvent, noInstance],
})
export const deleteEvent = endpoint({
  ...eventWrites,
  name: 'deleteCalendarEvent',
  method: 'DELETE',
  url: `${calendarUrl}/{id}`,
  summary: 'Delete an event: this instance, this and the following ones, or all',
  params: byId,
  query: z.strictObject({ ...part, ...suppression }),
  problems: [noEvent, noInstance],
})
export const answerEvent = endpoint({
  tag: 'Calendar',
  guard: readCalendar,
  name: 'answerCalendarEvent',
  method: 'POST',
  url: `${calendarUrl}/{id}/answer`,
  summary: 'Respond to the invitation to an event or to a whole series',
  params: byId,
  body: z.strictObject({ answer: z.enum(['ACCEPTED', 'DECLINED', 'TENTATIVE']) }),
  reply: CalendarEvent,
  problems: [noEvent, calendarProblems['calendar-not-invited']],
})
/** What of a proposed event can clash. */
export const proposedEvent = z.strictObject({
  accountId,
  start: localTime,
  end: localTime,
  timeZone: z.optional(zoneName),
  isAllDay: z.optional(z.boolean()),
  recurrence: z.optional(z.nullable(recurrence)),
  tags: z.optional(z.array(accountId).check(z.maxLength(20))),
  deployments: z.optional(z.array(accountId).check(z.maxLength(200))),
  objects: z.optional(z.array(z.string().check(z.maxLength(120))).check(z.maxLength(500))),
  /** The event that is being changed: it does not clash with itself. */
  eventId: z.optional(accountId),
})
export const findClashes = endpoint({
  ...eventWrites,
  name: 'findCalendarClashes',
  method: 'POST',
  url: `${calendarUrl}/clashes`,
  summary: 'Find events of the account that a proposed event would overlap, in its first 400 days; nothing is saved',
  body: proposedEvent,
  reply: Clashes,
  problems: [noAccount, calendarProblems['calendar-too-many-instances']],
})
export const importEvents = endpoint({
  ...eventWrites,
  name: 'importCalendarEvents',
  method: 'POST',
  url: '/api/plugins/calendar/import',
  summary: 'Import the events of an iCalendar file into the calendar of an account; nobody is mailed',
  query: z.strictObject({
    accountId,
    /** Only reports what would happen. */
    dryRun: z.optional(z.boolean()),
  }),
  media: { consumes: 'text/calendar' },
  limit: { count: 20, seconds: 60 },
  reply: ImportReport,
  problems: [noAccount, calendarProblems['calendar-import-unreadable'], calendarProblems['calendar-import-too-large']],
})

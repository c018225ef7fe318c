import * as z from 'zod/mini'
import { readCalendar } from '#features/calendar/tags/contract.ts'
import { seeInternal } from '#features/support/case-access/contract.ts'
import { changesTo, defineEvent } from '#kit/contract/event.ts'
import { topic } from '#kit/contract/topic.ts'
import { Scope } from './event.ts'

/** `data` has `eventId`; events of the vendor alone are recorded for vendor staff. */
export const eventCreated = defineEvent('calendar-event.created', {
  audience: 'account',
  text: 'created the event {subject}',
  data: { eventId: z.string(), what: z.string() },
})
/** `data` has `scope` and `recurrenceId` beside `changes`. */
export const eventChanged = defineEvent('calendar-event.changed', {
  audience: 'account',
  text: 'changed the event {subject}',
  data: {
    eventId: z.string(),
    what: z.string(),
    scope: Scope,
    recurrenceId: z.nullable(z.string()),
    changes: changesTo({
      description: z.string(),
      timeZone: z.string(),
      deployments: z.array(z.string()),
      subject: z.string(),
      tags: z.array(z.string()),
      start: z.string(),
      end: z.string(),
      isAllDay: z.boolean(),
      location: z.string(),
      recurrence: z.strictObject({
        rule: z.nullable(z.string()),
        exdates: z.array(z.string()),
        rdates: z.array(z.string()),
      }),
      maintenance: z.strictObject({
        id: z.string(),
        impact: z.string(),
        status: z.string(),
        objects: z.array(z.string()),
      }),
      notification: z.array(z.int()),
      attendees: z.array(z.strictObject({ kind: z.enum(['ADDRESS', 'SIDE', 'USER']), name: z.string() })),
    }),
  },
})
export const eventDeleted = defineEvent('calendar-event.deleted', {
  audience: 'account',
  text: 'deleted the event {subject}',
  data: { eventId: z.string(), what: z.string(), scope: Scope, recurrenceId: z.nullable(z.string()) },
})
export const eventAnswered = defineEvent('calendar-event.answered', {
  audience: 'account',
  text: 'responded to the invitation to {subject}',
  data: { eventId: z.string(), what: z.string(), answer: z.array(z.string()) },
})
export const eventFileAdded = defineEvent('calendar-event.attachment-added', {
  audience: 'account',
  text: 'added a file to the event {subject}',
  data: { eventId: z.string(), what: z.string(), changes: changesTo({ attachment: z.string() }) },
})
export const eventFileDeleted = defineEvent('calendar-event.attachment-deleted', {
  audience: 'account',
  text: 'deleted a file of the event {subject}',
  data: { eventId: z.string(), what: z.string(), changes: changesTo({ attachment: z.string() }) },
})
/** One for each imported file; `data` has the numbers. */
export const eventsImported = defineEvent('calendar-event.imported', {
  audience: 'account',
  text: 'imported events into the calendar of {subject}',
  data: { what: z.string(), created: z.int(), updated: z.int(), skipped: z.int() },
})

/** The small fact: pages fetch their range or the event again. */
export const CalendarFact = z.object({
  event: z.enum(['created', 'changed', 'deleted', 'answered', 'attachments', 'imported']),
  /** The account's name; null for an event of the vendor alone. */
  account: z.nullable(z.string()),
  /** Null after an import. */
  eventId: z.nullable(z.string()),
})
export type CalendarFact = z.output<typeof CalendarFact>

export const calendarChanged = topic({
  destination: '/topic/calendar/events/{account}',
  summary: 'An event of the account was created, changed or deleted, or an invitation got a response',
  guard: readCalendar,
  message: CalendarFact,
})
/** For the calendar of all accounts: one subscription instead of one for each account. */
export const everyCalendarChanged = topic({
  destination: '/topic/calendar/every-event',
  summary: 'The same for all accounts and for the vendor alone (vendor staff)',
  guard: seeInternal,
  message: CalendarFact,
})

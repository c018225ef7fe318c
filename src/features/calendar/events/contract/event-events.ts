import * as z from 'zod/mini'
import { readCalendar } from '#features/calendar/tags/contract.ts'
import { seeInternal } from '#features/support/case-access/contract.ts'
import { defineEvent } from '#kit/contract/event.ts'
import { topic } from '#kit/contract/topic.ts'

/** `data` has `eventId`; events of the vendor alone are recorded for vendor staff. */
export const eventCreated = defineEvent('calendar-event.created', 'account')
/** `data` has `scope` and `recurrenceId` beside `changes`. */
export const eventChanged = defineEvent('calendar-event.changed', 'account')
export const eventDeleted = defineEvent('calendar-event.deleted', 'account')
export const eventAnswered = defineEvent('calendar-event.answered', 'account')
export const eventFileAdded = defineEvent('calendar-event.attachment-added', 'account')
export const eventFileDeleted = defineEvent('calendar-event.attachment-deleted', 'account')
/** One for each imported file; `data` has the numbers. */
export const eventsImported = defineEvent('calendar-event.imported', 'account')

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

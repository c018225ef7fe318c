import { problems } from '#kit/contract/problem.ts'

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

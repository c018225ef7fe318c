export type { CalendarFact } from './contract/event-events.ts'
export {
  calendarChanged,
  eventAnswered,
  eventChanged,
  eventCreated,
  eventDeleted,
  eventFileAdded,
  eventFileDeleted,
  eventsImported,
  everyCalendarChanged,
} from './contract/event-events.ts'
export type { EventChanges, NewEvent, Scope } from './contract/event-fields.ts'
export {
  eventChanges,
  IMPORT_LIMIT,
  LONGEST_EVENT_DAYS,
  MOST_ATTENDEES,
  MOST_DAYS,
  MOST_EVENT_FILES,
  MOST_IMPORTED,
  newEvent,
} from './contract/event-fields.ts'
export { writeCalendar } from './contract/event-permissions.ts'
export { calendarProblems } from './contract/event-problems.ts'
export type {
  Answer,
  Attendee,
  CalendarEvent,
  Clash,
  EventFile,
  EventInstance,
  ImportReport,
  Recurrence,
} from './contract/event-shapes.ts'
export { addEventFile, deleteEventFile, downloadEventFile, listEventFiles } from './contract/file-calls.ts'
export { parseRule, writeRule } from './contract/parse-rule.ts'
export {
  downloadEvent,
  listInstances,
  listInstancesOfAccounts,
  listInstancesOfEvent,
  readEvent,
  searchEvents,
} from './contract/read-calls.ts'
export {
  type Frequency,
  MOST_COUNT,
  plainRule,
  type RecurrenceRule,
  type Weekday,
  weekdays,
} from './contract/recurrence-rule.ts'
export {
  answerEvent,
  changeEvent,
  createEvent,
  deleteEvent,
  findClashes,
  importEvents,
} from './contract/write-calls.ts'

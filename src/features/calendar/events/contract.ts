export {
  calendarProblems,
  type EventChanges,
  IMPORT_LIMIT,
  LONGEST_EVENT_DAYS,
  MOST_ATTENDEES,
  MOST_DATES,
  MOST_DAYS,
  MOST_EVENT_FILES,
  MOST_IMPORTED,
  type NewEvent,
  type Scope,
  writeCalendar,
} from './contract/event.ts'
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
export type {
  Attendee,
  CalendarEvent,
  Clash,
  EventFile,
  EventInstance,
  ImportReport,
} from './contract/event-shapes.ts'
export { addEventFile, deleteEventFile, downloadEventFile, listEventFiles } from './contract/file-calls.ts'
export { parseRule, readRule, writeRule } from './contract/parse-rule.ts'
export {
  downloadEvent,
  listInstances,
  listInstancesOfAccounts,
  listInstancesOfEvent,
  readEvent,
  searchEvents,
} from './contract/read-calls.ts'
export {
  type RecurrenceRule,
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

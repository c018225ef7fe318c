export { type MailTime, mailTimes, recurrences, type Weekday, weekdays } from './contract/delivery-time-enums.ts'
export { isTimeZone, scheduleFields } from './contract/schedule-fields.ts'

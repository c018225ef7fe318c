import { wallTimeOf } from '#kit/contract/wall-time.ts'
import type { Recurrence } from './occurrences.ts'

/** The times of an announcement as stored: its first delivery, and the author's zone. */
type ScheduledTimes = Omit<Recurrence, 'start'> & { readonly deliveryTime: string; readonly timeZone: string }

/** The recurrence of an announcement: the clock time of its first delivery in the author's zone. */
export function recurrenceOf(record: ScheduledTimes): Recurrence {
  const { deliveryTime, timeZone, recurrence, interval, daysOfWeek, daysOfMonth, stoppingPoint } = record
  const start = wallTimeOf(Date.parse(deliveryTime), timeZone)
  return { start, recurrence, interval, daysOfWeek, daysOfMonth, stoppingPoint }
}

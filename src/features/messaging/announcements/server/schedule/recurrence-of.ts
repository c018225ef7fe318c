import { wallTimeOf } from '#kit/contract/wall-time.ts'
import type { AnnouncementRecord } from '../announcement-record.ts'
import type { Recurrence } from './occurrences.ts'

/** The recurrence of an announcement: the clock time of its first delivery in the author's zone. */
export function recurrenceOf(record: AnnouncementRecord): Recurrence {
  const { deliveryTime, timeZone, recurrence, interval, daysOfWeek, daysOfMonth, stoppingPoint } = record
  const start = wallTimeOf(Date.parse(deliveryTime), timeZone)
  return { start, recurrence, interval, daysOfWeek, daysOfMonth, stoppingPoint }
}

import * as z from 'zod/mini'

export const recurrences = ['ONCE', 'DAILY', 'WEEKLY', 'MONTHLY'] as const
export const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const
export type Weekday = (typeof weekdays)[number]

/** When mail copies of a category are sent. */
export const mailTimes = ['AT_ONCE', 'DAILY', 'WEEKLY'] as const
export type MailTime = (typeof mailTimes)[number]

/** When an announcement stops: never, after some occurrences, or after a day (in the zone of its times). */
export const StoppingPoint = z.strictObject({
  type: z.enum(['NEVER', 'OCCURRENCES', 'DATE']),
  occurrences: z.optional(z.int().check(z.minimum(1), z.maximum(1000))),
  date: z.optional(z.iso.date()),
})
export type StoppingPoint = z.output<typeof StoppingPoint>

/** The name of an IANA time zone. */
export const timeZone = z.string().check(z.maxLength(64))

/** Whether this runtime knows the time zone. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format(0) !== ''
  } catch {
    return false
  }
}

export const scheduleFields = {
  deliveryTimeType: z.enum(['NOW', 'AT']),
  /** The first occurrence; now for NOW. */
  deliveryTime: z.iso.datetime(),
  /** The author's zone: repeated occurrences keep its clock time. */
  timeZone,
  /** Whose clock shows that time at delivery. */
  timeZoneOf: z.enum(['AUTHOR', 'RECIPIENT']),
  recurrence: z.enum(recurrences),
  /** The interval in days, weeks or months. */
  interval: z.int().check(z.minimum(1), z.maximum(365)),
  daysOfWeek: z.array(z.enum(weekdays)).check(z.maxLength(7)),
  /** The last day in a month without the day. */
  daysOfMonth: z.array(z.int().check(z.minimum(1), z.maximum(31))).check(z.maxLength(31)),
  stoppingPoint: StoppingPoint,
}

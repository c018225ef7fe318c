/** The frequencies of a rule. SECONDLY and MINUTELY are rejected. */
export const frequencies = ['HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const
export type Frequency = (typeof frequencies)[number]
export const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const
export type Weekday = (typeof weekdays)[number]

/** The most instances that COUNT may ask for. */
export const MOST_COUNT = 20_000

/** A recurrence rule (RFC 5545 RRULE) in parts: what a form edits and what is shown as a sentence. */
export type RecurrenceRule = {
  readonly frequency: Frequency
  readonly interval: number
  /** How many instances there are; null with `until` or without an end. */
  readonly count: number | null
  /** The last possible start, `yyyy-MM-ddTHH:mm:ss` in the time zone of the event (a date alone is the end of that day). */
  readonly until: string | null
  /** `position` 2 with TU is the second Tuesday, -1 the last one; null is each. */
  readonly byDay: readonly { readonly day: Weekday; readonly position: number | null }[]
  readonly byMonthDay: readonly number[]
  readonly byMonth: readonly number[]
  readonly bySetPosition: readonly number[]
  readonly byHour: readonly number[]
  readonly byMinute: readonly number[]
  readonly byYearDay: readonly number[]
  readonly byWeekNumber: readonly number[]
  readonly weekStart: Weekday
}

/** A rule that repeats without more parts, as a form begins with. */
export function plainRule(frequency: Frequency): RecurrenceRule {
  const none = { byDay: [], byMonthDay: [], byMonth: [], bySetPosition: [], byHour: [], byMinute: [] }
  return {
    frequency,
    interval: 1,
    count: null,
    until: null,
    ...none,
    byYearDay: [],
    byWeekNumber: [],
    weekStart: 'MO',
  }
}

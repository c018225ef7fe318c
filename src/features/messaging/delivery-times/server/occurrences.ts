import { type recurrences, type StoppingPoint, type Weekday, weekdays } from '../contract.ts'

const DAY = 24 * 60 * 60_000

/** A repeated clock time. Wall times are the milliseconds of the same clock time in UTC. */
export type Recurrence = {
  readonly start: number
  readonly recurrence: (typeof recurrences)[number]
  readonly interval: number
  readonly daysOfWeek: readonly Weekday[]
  readonly daysOfMonth: readonly number[]
  readonly stoppingPoint: StoppingPoint
}

/** The wall times of a recurrence, in order; with a stopping point they end. */
export function* occurrencesOf(schedule: Recurrence): Generator<number, void> {
  const { stoppingPoint } = schedule
  const most =
    schedule.recurrence === 'ONCE'
      ? 1
      : stoppingPoint.type === 'OCCURRENCES'
        ? (stoppingPoint.occurrences ?? 1)
        : Number.POSITIVE_INFINITY
  const end = stoppingPoint.type === 'DATE' ? Date.parse(`${stoppingPoint.date}T00:00:00Z`) + DAY : undefined
  let count = 0
  for (const wall of everyOf(schedule)) {
    if (count >= most || (end !== undefined && wall >= end)) return
    count += 1
    yield wall
  }
}

/** At most this number of occurrences after a wall time. */
export function nextOccurrences(schedule: Recurrence, after: number, count: number): number[] {
  const occurrences: number[] = []
  for (const wall of occurrencesOf(schedule)) {
    if (wall > after) occurrences.push(wall)
    if (occurrences.length >= count) break
  }
  return occurrences
}

/** Whether a chosen day of the month is missing in some month: its last day is used there. */
export function usesLastDayOfMonth({ recurrence, daysOfMonth }: Recurrence): boolean {
  return recurrence === 'MONTHLY' && daysOfMonth.some((day) => day > 28)
}

function* everyOf({ start, recurrence, interval, daysOfWeek, daysOfMonth }: Recurrence): Generator<number> {
  if (recurrence === 'ONCE') return yield start
  if (recurrence === 'DAILY') for (let step = 0; ; step += interval) yield start + step * DAY
  if (recurrence === 'WEEKLY') return yield* weekly(start, interval, daysOfWeek)
  yield* monthly(start, interval, daysOfMonth)
}

function* weekly(start: number, interval: number, days: readonly Weekday[]): Generator<number> {
  const chosenDays = weekdays.flatMap((day, index) => (days.includes(day) ? [index] : []))
  const monday = start - ((new Date(start).getUTCDay() + 6) % 7) * DAY
  for (let week = 0; chosenDays.length > 0; week += interval)
    for (const day of chosenDays) {
      const wall = monday + (week * 7 + day) * DAY
      if (wall >= start) yield wall
    }
}

function* monthly(start: number, interval: number, days: readonly number[]): Generator<number> {
  const from = new Date(start)
  const clock = start - Date.UTC(from.getUTCFullYear(), from.getUTCMonth(), from.getUTCDate())
  for (let month = 0; days.length > 0; month += interval) {
    const first = Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + month, 1)
    const last = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + month + 1, 0)).getUTCDate()
    const inMonth = [...new Set(days.map((day) => Math.min(day, last)))].sort((a, b) => a - b)
    for (const day of inMonth) {
      const wall = first + (day - 1) * DAY + clock
      if (wall >= start) yield wall
    }
  }
}

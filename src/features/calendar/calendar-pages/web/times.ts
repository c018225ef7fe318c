import type { EventInstance } from '../../events/contract.ts'

const DAY = 86_400_000

/** A clock time of a zone, `yyyy-MM-ddTHH:mm:ss`. */
export function wallIn(at: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(at)
  return parts.replace(' ', 'T')
}

/** A day moved by a number of days, `yyyy-MM-dd`. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10)
}

/** The Monday of a day's week. */
export function mondayOf(day: string): string {
  return addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))
}

export const views = ['month', 'week', 'list'] as const
export type View = (typeof views)[number]

/** The days that a view shows around a day: the first one, and the one after the last. */
export function daysOf(view: View, day: string): { readonly from: string; readonly to: string } {
  const first = `${day.slice(0, 8)}01`
  const next = nextMonth(first, 1)
  if (view === 'list') return { from: first, to: next }
  const from = mondayOf(view === 'week' ? day : first)
  return { from, to: view === 'week' ? addDays(from, 7) : addDays(mondayOf(addDays(next, -1)), 7) }
}

/** The day to which the view goes, this many steps on. */
export function step(view: View, day: string, steps: number): string {
  return view === 'week' ? addDays(day, 7 * steps) : nextMonth(`${day.slice(0, 8)}01`, steps)
}

function nextMonth(first: string, steps: number): string {
  const [year, month] = [Number(first.slice(0, 4)), Number(first.slice(5, 7))]
  return new Date(Date.UTC(year, month - 1 + steps, 1)).toISOString().slice(0, 10)
}

type When = Pick<EventInstance, 'start' | 'end' | 'startTime' | 'endTime' | 'isAllDay'>

/** The weekday, day and month on which an event begins, in a zone. */
export function dayParts({ start, startTime, isAllDay }: When, timeZone: string) {
  const format = new Intl.DateTimeFormat('en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    timeZone: isAllDay ? 'UTC' : timeZone,
  })
  const parts = format.formatToParts(isAllDay ? Date.parse(`${start}Z`) : new Date(startTime))
  const part = (name: string) => parts.find(({ type }) => type === name)?.value ?? ''
  return { weekday: part('weekday'), day: part('day'), month: part('month') }
}

/** The time of an event beside its day: its hours, or with days where it is on several. */
export function timeText(event: When, timeZone: string, allDay: string): string {
  const { startTime, endTime, isAllDay, start, end } = event
  if (isAllDay) return Date.parse(`${end}Z`) - Date.parse(`${start}Z`) > DAY ? whenText(event, timeZone) : allDay
  if (Date.parse(endTime) - Date.parse(startTime) > DAY) return whenText(event, timeZone)
  const format = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone })
  return `${format.format(new Date(startTime))}–${format.format(new Date(endTime))}`
}

/** When an event is, in words, in a zone. */
export function whenText({ start, end, startTime, endTime, isAllDay }: When, timeZone: string): string {
  const date = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const
  if (isAllDay) {
    const format = new Intl.DateTimeFormat('en-GB', { ...date, timeZone: 'UTC' })
    return format.formatRange(Date.parse(`${start}Z`), Date.parse(`${end}Z`) - DAY)
  }
  const format = new Intl.DateTimeFormat('en-GB', { ...date, hour: '2-digit', minute: '2-digit', timeZone })
  return format.formatRange(new Date(startTime), new Date(endTime))
}

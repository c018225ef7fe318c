import type { Line } from './content-lines.ts'

const DAY = 86_400_000

/** A date or time of a file as its clock shows it, in milliseconds. */
export type ClockTime = { readonly wall: number; readonly isDate: boolean; readonly isUtc: boolean }

const form = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z?))?$/

/** The dates and times of a line; null for each that is none. A period is its start. */
export function clockTimesOf({ value }: Line): (ClockTime | null)[] {
  return value.split(',').map((text) => {
    const [, year, month, day, hour, minute, second, utc] = form.exec(text.trim().split('/', 1)[0]!) ?? []
    const date = Date.UTC(Number(year), Number(month) - 1, Number(day))
    if (!year || new Date(date).toISOString().slice(0, 10) !== `${year}-${month}-${day}`) return null
    if (hour === undefined) return { wall: date, isDate: true, isUtc: false }
    // 24:00:00 is the end of the day, and the second 60 that of a minute.
    const time = (Number(hour) * 60 + Number(minute)) * 60 + Math.min(Number(second), 59)
    if (Number(minute) > 59 || Number(second) > 60 || time > DAY / 1000) return null
    return { wall: date + time * 1000, isDate: false, isUtc: utc === 'Z' }
  })
}

/** The clock times of a line that are readable. */
export function wallsOf(line: Line): number[] {
  return clockTimesOf(line).flatMap((one) => one?.wall ?? [])
}

/** The length of a DURATION: days go by the calendar, hours by the clock; undefined when it is not readable. */
export function durationOf(text: string): { readonly days: number; readonly time: number } | undefined {
  const [, weeks, days, hours, minutes, seconds] =
    /^\+?P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/.exec(text.trim()) ?? []
  const number = (one: string | undefined) => Number(one ?? 0)
  const length = {
    days: (number(weeks) * 7 + number(days)) * DAY,
    time: ((number(hours) * 60 + number(minutes)) * 60 + number(seconds)) * 1000,
  }
  return length.days + length.time > 0 ? length : undefined
}

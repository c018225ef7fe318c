import { momentOf, wallTimeOf } from '#kit/contract/wall-time.ts'
import { type MailTime, type Weekday, weekdays } from '../contract.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** A user's times, on the clock of `zone`; minutes of the day for quiet hours. */
export type UserHours = {
  readonly zone: string
  readonly digestHour: number
  readonly digestDay: Weekday
  readonly quietFrom: number | null
  readonly quietUntil: number | null
}

/** When the quiet hours at this moment end; undefined outside of them. */
export function quietEnd({ zone, quietFrom, quietUntil }: UserHours, now: number): Date | undefined {
  if (quietFrom === null || quietUntil === null) return undefined
  const wall = wallTimeOf(now, zone)
  const minute = Math.floor((wall % DAY) / MINUTE)
  const overnight = quietUntil < quietFrom
  const isQuiet = overnight ? minute >= quietFrom || minute < quietUntil : minute >= quietFrom && minute < quietUntil
  if (!isQuiet) return undefined
  const today = wall - (wall % DAY) + quietUntil * MINUTE
  const end = momentOf(today > wall ? today : today + DAY, zone)
  // The clock was set back over the end: the hours are over.
  return end > now ? new Date(end) : undefined
}

/** The next time of a daily or weekly digest after this moment. */
export function nextDigest(
  when: Exclude<MailTime, 'AT_ONCE'>,
  { zone, digestHour, digestDay }: UserHours,
  now: number,
): Date {
  const wall = wallTimeOf(now, zone)
  const today = wall - (wall % DAY)
  for (let day = 0; ; day += 1) {
    const at = today + day * DAY
    if (when === 'WEEKLY' && weekdays[(new Date(at).getUTCDay() + 6) % 7] !== digestDay) continue
    const moment = momentOf(at + digestHour * HOUR, zone)
    if (moment > now) return new Date(moment)
  }
}

/** `22:30` as minutes of the day. */
export function minuteOf(clockTime: string): number {
  const [hours, minutes] = clockTime.split(':').map(Number)
  return hours! * 60 + minutes!
}

/** Minutes of the day as `22:30`. */
export function clockTimeOf(minute: number): string {
  return new Date(minute * MINUTE).toISOString().slice(11, 16)
}

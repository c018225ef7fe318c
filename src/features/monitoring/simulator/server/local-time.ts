import { zoneOffset } from '#kit/server/zone-offset.ts'
import type { Moment } from './formulas.ts'

/** A minute since 1970 in the time zone of an account, with the minutes since its month began. */
export function momentIn(zone: string, minute: number): Moment & { readonly monthMinutes: number } {
  const local = new Date(minute * 60_000 + zoneOffset(zone, minute * 60_000))
  const localHour = local.getUTCHours() + local.getUTCMinutes() / 60
  return {
    minute,
    localHour,
    weekend: local.getUTCDay() % 6 === 0,
    monthMinutes: (local.getUTCDate() - 1) * 1440 + Math.round(localHour * 60),
  }
}

import type { Moment } from './formulas.ts'

const HOUR_MS = 3_600_000
const offsets = new Map<string, number>()

/** A minute since 1970 in the time zone of an account, with the minutes since its month began. */
export function momentIn(zone: string, minute: number): Moment & { readonly monthMinutes: number } {
  const local = new Date(minute * 60_000 + offsetOf(zone, minute * 60_000))
  const localHour = local.getUTCHours() + local.getUTCMinutes() / 60
  return {
    minute,
    localHour,
    weekend: local.getUTCDay() % 6 === 0,
    monthMinutes: (local.getUTCDate() - 1) * 1440 + Math.round(localHour * 60),
  }
}

/** Milliseconds that the zone is ahead of UTC, looked up once an hour. */
function offsetOf(zone: string, at: number): number {
  const hour = Math.floor(at / HOUR_MS) * HOUR_MS
  const key = `${zone} ${hour}`
  const known = offsets.get(key)
  if (known !== undefined) return known
  if (offsets.size > 5_000) offsets.clear()
  const text = new Date(hour).toLocaleString('sv-SE', { timeZone: zone })
  const offset = Date.parse(`${text.replace(' ', 'T')}Z`) - hour
  offsets.set(key, offset)
  return offset
}

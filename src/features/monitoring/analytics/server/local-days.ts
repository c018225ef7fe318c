import { zoneOffset } from '#kit/server/zone-offset.ts'

const DAY_MS = 86_400_000

/** The start of the local day that a time is in. */
export function startOfDay(zone: string, at: number): number {
  const offset = zoneOffset(zone, at)
  const local = Math.floor((at + offset) / DAY_MS) * DAY_MS
  return local - zoneOffset(zone, local - offset)
}

/** The start of the local day some days before that of a time. */
export function daysBefore(zone: string, at: number, days: number): number {
  return startOfDay(zone, startOfDay(zone, at) - days * DAY_MS + DAY_MS / 2)
}

/** The local date of a time, as `2026-11-23`. */
export function localDate(zone: string, at: number): string {
  return new Date(at + zoneOffset(zone, at)).toISOString().slice(0, 10)
}

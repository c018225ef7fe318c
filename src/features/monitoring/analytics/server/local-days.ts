const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

/** Milliseconds that the zone is ahead of UTC. */
export function zoneOffset(zone: string): (at: number) => number {
  const offsets = new Map<number, number>()
  return (at) => {
    const hour = Math.floor(at / HOUR_MS) * HOUR_MS
    const known = offsets.get(hour)
    if (known !== undefined) return known
    const text = new Date(hour).toLocaleString('sv-SE', { timeZone: zone })
    const offset = Date.parse(`${text.replace(' ', 'T')}Z`) - hour
    offsets.set(hour, offset)
    return offset
  }
}

/** The start of the local day that a time is in. */
export function startOfDay(offset: (at: number) => number, at: number): number {
  const local = Math.floor((at + offset(at)) / DAY_MS) * DAY_MS
  const start = local - offset(local - offset(at))
  return start
}

/** The start of the local day some days before that of a time. */
export function daysBefore(offset: (at: number) => number, at: number, days: number): number {
  return startOfDay(offset, startOfDay(offset, at) - days * DAY_MS + DAY_MS / 2)
}

/** The local date of a time, as `2026-11-23`. */
export function localDate(offset: (at: number) => number, at: number): string {
  return new Date(at + offset(at)).toISOString().slice(0, 10)
}

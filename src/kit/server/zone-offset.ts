const HOUR_MS = 3_600_000
const MOST = 5_000
const offsets = new Map<string, number>()

/** Milliseconds that the time zone (IANA name) is ahead of UTC at a time; computed once for each of its hours. */
export function zoneOffset(zone: string, at: number): number {
  const hour = Math.floor(at / HOUR_MS) * HOUR_MS
  const key = `${zone} ${hour}`
  const cachedOffset = offsets.get(key)
  if (cachedOffset !== undefined) return cachedOffset
  if (offsets.size > MOST) offsets.clear()
  const text = new Date(hour).toLocaleString('sv-SE', { timeZone: zone })
  const offset = Date.parse(`${text.replace(' ', 'T')}Z`) - hour
  offsets.set(key, offset)
  return offset
}

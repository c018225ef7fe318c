import { momentOf, wallTimeOf } from '#kit/contract/wall-time.ts'

const DAY = 86_400_000
const MOST = 20_000
const offsets = new Map<string, number | null>()

/** A clock time `yyyy-MM-ddTHH:mm:ss` as the milliseconds of the same clock time in UTC. */
export function wallOf(text: string): number {
  return Date.parse(`${text.slice(0, 19)}Z`)
}

/** The same back as text. */
export function wallText(wall: number): string {
  return new Date(wall).toISOString().slice(0, 19)
}

/** Whether the text is a day and time that exists in the calendar: 30 February does not. */
export function isWall(text: string): boolean {
  const wall = wallOf(text)
  return !Number.isNaN(wall) && wallText(wall) === text
}

/** The instant of a clock time in the zone: a skipped time is shifted by the gap, of a repeated one it is the first. */
export function instantOf(wall: number, zone: string): number {
  const offset = offsetOfDay(wall, zone)
  return offset === null ? momentOf(wall, zone) : wall - offset
}

/** The clock time of the zone at the instant. */
export function wallAt(instant: number, zone: string): number {
  const offset = offsetOfDay(instant, zone)
  return offset === null ? wallTimeOf(instant, zone) : instant + offset
}

/** The offset of the zone when it has only one within a day before and two days after, else null. */
function offsetOfDay(at: number, zone: string): number | null {
  const day = Math.floor(at / DAY)
  const key = `${zone} ${day}`
  const cachedOffset = offsets.get(key)
  if (cachedOffset !== undefined) return cachedOffset
  if (offsets.size > MOST) offsets.clear()
  const [before, middle, after] = [-1, 0.5, 2].map((days) => {
    const instant = (day + days) * DAY
    return wallTimeOf(instant, zone) - instant
  })
  const offset = before === middle && middle === after ? (middle as number) : null
  offsets.set(key, offset)
  return offset
}

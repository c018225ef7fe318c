const HOURS_24 = 24 * 60 * 60_000
const formats = new Map<string, Intl.DateTimeFormat>()

/** The wall time of the zone at the instant, as the milliseconds of the same clock time in UTC. */
export function wallTimeOf(at: number, timeZone: string): number {
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  ) as Readonly<Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', number>>
  const second = Date.UTC(parts.year, parts.month - 1, parts.day, parts.hour, parts.minute, parts.second)
  return second + (((at % 1000) + 1000) % 1000)
}

/**
 * The instant at which a clock in the zone shows the wall time. A skipped time is shifted by the gap; of a repeated one
 * it is the first.
 */
export function momentOf(wall: number, timeZone: string): number {
  const before = offsetAt(wall - HOURS_24, timeZone)
  const after = offsetAt(wall + HOURS_24, timeZone)
  const early = wall - before
  if (before === after || offsetAt(early, timeZone) === before) return early
  const late = wall - after
  return offsetAt(late, timeZone) === after ? late : early
}

/** How far the zone's clock is ahead of UTC, in milliseconds. */
function offsetAt(at: number, timeZone: string): number {
  return wallTimeOf(at, timeZone) - at
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      ...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' },
    })
  formats.set(timeZone, format)
  return format
}

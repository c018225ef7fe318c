import type { Samples } from '#features/monitoring/promql/server/index.ts'
import { packChunk, unpackChunk } from './chunk.ts'

/** What is kept of a span of samples. `increase` is the growth of a counter: a fall is a reset to zero. */
export type Rollup = {
  readonly minimum: number
  readonly maximum: number
  readonly sum: number
  readonly count: number
  readonly last: number
  readonly increase: number
}

/** The roll-up of the hour that begins at `at`. */
export type HourRollup = Rollup & { readonly at: number }

type Writable<Row> = { -readonly [Figure in keyof Row]: Row[Figure] }

const HOUR_MS = 3_600_000
const figures = ['minimum', 'maximum', 'sum', 'count', 'last', 'increase'] as const

/**
 * The roll-ups of the hours in [from, to); an hour without samples has none. Samples before `from` only give where the
 * first increase begins. NaN and stale markers do not count.
 */
export function rollUpHours(
  { times, values, stale }: Samples,
  { from, to }: { from: number; to: number },
): HourRollup[] {
  const hours: Writable<HourRollup>[] = []
  let hour: Writable<HourRollup> | undefined
  let before: number | undefined
  for (let index = 0; index < times.length && times[index]! < to; index += 1) {
    const [time, value] = [times[index]!, values[index]!]
    if (Number.isNaN(value) || stale?.[index]) continue
    const growth = before === undefined ? 0 : value < before ? value : value - before
    before = value
    if (time < from) continue
    const at = Math.floor(time / HOUR_MS) * HOUR_MS
    if (hour?.at === at) {
      hour.minimum = Math.min(hour.minimum, value)
      hour.maximum = Math.max(hour.maximum, value)
      hour.sum += value
      hour.count += 1
      hour.last = value
      hour.increase += growth
    } else {
      hour = { at, minimum: value, maximum: value, sum: value, count: 1, last: value, increase: growth }
      hours.push(hour)
    }
  }
  return hours
}

/** The roll-up of all of them together, in order of time; there is at least one. */
export function rollUpAll(rollups: readonly Rollup[]): Rollup {
  return rollups.reduce(mergeRollups)
}

/** Roll-ups of hours as bytes. */
export function packHours(hours: readonly HourRollup[]): Buffer {
  const times = Float64Array.from(hours, ({ at }) => at)
  const parts = figures.map((figure) =>
    packChunk({ times, values: Float64Array.from(hours, (hour) => hour[figure]), stale: null }),
  )
  return Buffer.concat(parts.flatMap((part) => [Buffer.from([part.length >> 8, part.length & 255]), part]))
}

/** The roll-ups that `packHours` packed. */
export function unpackHours(data: Buffer): HourRollup[] {
  let from = 0
  const [minimum, maximum, sum, count, last, increase] = figures.map(() => {
    const start = from + 2
    from = start + data.readUInt16BE(from)
    return unpackChunk(data.subarray(start, from))
  }) as [Samples, Samples, Samples, Samples, Samples, Samples]
  return Array.from(minimum.times, (at, index) => ({
    at,
    minimum: minimum.values[index]!,
    maximum: maximum.values[index]!,
    sum: sum.values[index]!,
    count: count.values[index]!,
    last: last.values[index]!,
    increase: increase.values[index]!,
  }))
}

function mergeRollups(a: Rollup, b: Rollup): Rollup {
  return {
    minimum: Math.min(a.minimum, b.minimum),
    maximum: Math.max(a.maximum, b.maximum),
    sum: a.sum + b.sum,
    count: a.count + b.count,
    last: b.last,
    increase: a.increase + b.increase,
  }
}

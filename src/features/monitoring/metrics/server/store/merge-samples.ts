import type { Samples } from '#features/monitoring/promql/server/index.ts'

/** One sample of a series; a null value is a stale marker. */
export type Sample = { readonly at: number; readonly value: number | null }

/** Samples as columns; a null value is a stale marker. */
export type SampleColumns = {
  readonly series: readonly number[]
  readonly times: readonly number[]
  readonly values: readonly (number | null)[]
}

/** No samples. */
export const noSamples: Samples = { times: new Float64Array(), values: new Float64Array(), stale: null }

/** The samples as rows. */
export function rowsOf({ times, values, stale }: Samples): Sample[] {
  return Array.from(times, (at, index) => ({ at, value: stale?.[index] ? null : values[index]! }))
}

/** Rows as samples in order of time; of two at one time the first stays. */
export function samplesOf(rows: readonly Sample[]): Samples {
  const sortedRows = rows.map((row, place) => ({ ...row, place })).sort((a, b) => a.at - b.at || a.place - b.place)
  const single = sortedRows.filter(({ at }, index) => index === 0 || sortedRows[index - 1]!.at !== at)
  return {
    times: Float64Array.from(single, ({ at }) => at),
    values: Float64Array.from(single, ({ value }) => value ?? Number.NaN),
    stale: single.some(({ value }) => value === null)
      ? Uint8Array.from(single, ({ value }) => (value === null ? 1 : 0))
      : null,
  }
}

/** Parts of a series as one, between two times; parts that overlap are merged, and of two at one time the first stays. */
export function joinSamples(allParts: readonly Samples[], { from, to }: { from: number; to: number }): Samples {
  const parts = allParts.filter(({ times }) => times.length > 0)
  const isOrdered = parts.every((part, index) => index === 0 || startsAfter(part, parts[index - 1]!))
  const whole =
    parts.length === 1 ? parts[0]! : isOrdered ? concatenateSamples(parts) : samplesOf(parts.flatMap(rowsOf))
  const [start, end] = [placeOf(whole.times, from), placeOf(whole.times, Math.floor(to) + 1)]
  return {
    times: whole.times.subarray(start, end),
    values: whole.values.subarray(start, end),
    stale: whole.stale?.subarray(start, end) ?? null,
  }
}

/** The place of the first time that is not before another. */
function placeOf(times: Float64Array, at: number): number {
  let [low, high] = [0, times.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (times[middle]! < at) low = middle + 1
    else high = middle
  }
  return low
}

function startsAfter({ times }: Samples, before: Samples): boolean {
  return times[0]! > before.times.at(-1)!
}

function concatenateSamples(parts: readonly Samples[]): Samples {
  const count = parts.reduce((sum, { times }) => sum + times.length, 0)
  const times = new Float64Array(count)
  const values = new Float64Array(count)
  const stale = parts.some((part) => part.stale) ? new Uint8Array(count) : null
  let at = 0
  for (const part of parts) {
    times.set(part.times, at)
    values.set(part.values, at)
    if (stale && part.stale) stale.set(part.stale, at)
    at += part.times.length
  }
  return { times, values, stale }
}

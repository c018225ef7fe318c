import type { Samples } from '#features/monitoring/promql/server/index.ts'

/** One sample of a series; a null value is a stale marker. */
export type Sample = { readonly at: number; readonly value: number | null }

/** No samples. */
export const noSamples: Samples = { times: new Float64Array(), values: new Float64Array(), stale: null }

/** The samples as rows. */
export function rowsOf({ times, values, stale }: Samples): Sample[] {
  return Array.from(times, (at, index) => ({ at, value: stale?.[index] ? null : values[index]! }))
}

/** Rows as samples in order of time; of two at one time the first stays. */
export function samplesOf(rows: readonly Sample[]): Samples {
  const sorted = rows.map((row, place) => ({ ...row, place })).sort((a, b) => a.at - b.at || a.place - b.place)
  const single = sorted.filter(({ at }, index) => index === 0 || sorted[index - 1]!.at !== at)
  return {
    times: Float64Array.from(single, ({ at }) => at),
    values: Float64Array.from(single, ({ value }) => value ?? Number.NaN),
    stale: single.some(({ value }) => value === null)
      ? Uint8Array.from(single, ({ value }) => (value === null ? 1 : 0))
      : null,
  }
}

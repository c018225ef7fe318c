import type { Samples, SeriesSource } from '#features/monitoring/promql/server/index.ts'

/**
 * The series of a source with, for each multiple of `step`, only the last sample up to it. A query without ranges that
 * is evaluated at those times has the same result: it reads no other sample.
 */
export function thinnedSource(source: SeriesSource, step: number): SeriesSource {
  return {
    async series(matchers, range) {
      const seriesList = await source.series(matchers, range)
      return seriesList.map(({ labels, samples }) => ({ labels, samples: thinSamples(samples, step) }))
    },
  }
}

function thinSamples({ times, values, stale }: Samples, step: number): Samples {
  const keptIndexes: number[] = []
  for (let index = 0; index < times.length; index += 1) {
    const next = times[index + 1]
    if (next === undefined || Math.ceil(next / step) !== Math.ceil(times[index]! / step)) keptIndexes.push(index)
  }
  return {
    times: Float64Array.from(keptIndexes, (index) => times[index]!),
    values: Float64Array.from(keptIndexes, (index) => values[index]!),
    stale: stale && Uint8Array.from(keptIndexes, (index) => stale[index]!),
  }
}

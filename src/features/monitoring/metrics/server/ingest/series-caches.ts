import type { SeriesCache } from './sample-batch.ts'

/** Series in all caches together, at most: about 1 kB each. */
const MOST_SERIES = 400_000
/** A cache is made again after this time; series that had no samples for days may have been deleted. */
const LIFE_MS = 3_600_000

/** The caches of the deployments that send samples to this process. */
export function createSeriesCaches() {
  const caches = new Map<string, { readonly series: SeriesCache; readonly until: number }>()
  const full = () => [...caches.values()].reduce((sum, { series }) => sum + series.size, 0) > MOST_SERIES
  return {
    /** The cache of a deployment; its name is part of every series. */
    of({ id, name }: { id: number; name: string }, now: number): SeriesCache {
      const key = `${id} ${name}`
      const cachedSeries = caches.get(key)
      if (cachedSeries && cachedSeries.until > now) return cachedSeries.series
      if (full()) caches.clear()
      const series: SeriesCache = new Map()
      caches.set(key, { series, until: now + LIFE_MS })
      return series
    },
  }
}

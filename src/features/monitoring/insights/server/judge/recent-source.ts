import { readMetrics } from '#features/monitoring/metrics/server/index.ts'
import type { SeriesSource, StoredSeries } from '#features/monitoring/promql/server/index.ts'
import type { Database } from '#kit/server/database.ts'
import type { JudgedDeployment } from './judged-deployment.ts'
import { instantMetrics, NEWEST, rangedMetrics } from './needed-metrics.ts'

const MINUTE = 60_000
/** The longest range of a query that is evaluated each minute, with the lookback of five minutes. */
const RANGE_MS = 65 * MINUTE
const FRESH_MS = 5 * MINUTE

/** The series of a deployment that the insights of each minute need, read once for all of them. */
export class RecentSource implements SeriesSource {
  readonly #byMetric = new Map<string, StoredSeries[]>()
  readonly #now: number

  constructor(series: readonly StoredSeries[], { name, newest }: JudgedDeployment, now: number) {
    this.#now = now
    for (const one of series) {
      const metric = one.labels.__name__ ?? ''
      const seriesOfMetric = this.#byMetric.get(metric)
      if (seriesOfMetric) seriesOfMetric.push(one)
      else this.#byMetric.set(metric, [one])
    }
    if (!this.isFresh([NEWEST])) this.#byMetric.set(NEWEST, [newestSample(name, newest, now)])
  }

  /** Whether any of the metrics has a sample of the last five minutes. */
  isFresh(metrics: readonly string[]): boolean {
    return metrics.some((metric) =>
      this.#byMetric.get(metric)?.some(({ samples }) => (samples.times.at(-1) ?? 0) > this.#now - FRESH_MS),
    )
  }

  async series(matchers: Parameters<SeriesSource['series']>[0]): Promise<StoredSeries[]> {
    const name = matchers.find(({ label, op }) => label === '__name__' && op === '=')?.value
    const candidates = name === undefined ? [...this.#byMetric.values()].flat() : (this.#byMetric.get(name) ?? [])
    return candidates.filter(({ labels }) => matchers.every(({ label, matches }) => matches(labels[label] ?? '')))
  }
}

/** Reads the sources of several deployments: of most metrics the last minutes, of those in ranges the last hour. */
export async function readRecent(
  db: Database,
  deployments: readonly JudgedDeployment[],
  now: number,
): Promise<Map<number, RecentSource>> {
  const ids = deployments.map(({ id }) => id)
  const instant = await readMetrics(db, { deployments: ids, names: instantMetrics, from: now - FRESH_MS, to: now })
  const rangedSeries = await readMetrics(db, { deployments: ids, names: rangedMetrics, from: now - RANGE_MS, to: now })
  return new Map(
    deployments.map((one) => {
      const series = [...(instant.get(one.id) ?? []), ...(rangedSeries.get(one.id) ?? [])]
      return [one.id, new RecentSource(series, one, now)]
    }),
  )
}

/** The store knows when the newest sample arrived, also of a collector that does not report it or has stopped. */
function newestSample(deployment: string, newest: number, now: number): StoredSeries {
  return {
    labels: { __name__: NEWEST, deployment },
    samples: { times: Float64Array.of(now), values: Float64Array.of(newest / 1000), stale: null },
  }
}

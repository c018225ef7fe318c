import { metricSource } from '#features/monitoring/metrics/server/index.ts'
import type { SeriesSource, StoredSeries } from '#features/monitoring/promql/server/index.ts'
import type { Database } from '#kit/server/database.ts'

const MINUTE = 60_000
/** The longest range of a query that is evaluated each minute, with the lookback of five minutes. */
const WINDOW_MS = 65 * MINUTE
const FRESH_MS = 5 * MINUTE
const NEWEST = 'cable_telemetry_last_sample_timestamp_seconds'

/** All series of a deployment with their samples of the last hour, read once for all insights. */
export class RecentSource implements SeriesSource {
  readonly #byMetric = new Map<string, StoredSeries[]>()
  readonly #now: number

  private constructor(series: readonly StoredSeries[], now: number) {
    this.#now = now
    for (const one of series) {
      const name = one.labels.__name__ ?? ''
      const known = this.#byMetric.get(name)
      if (known) known.push(one)
      else this.#byMetric.set(name, [one])
    }
  }

  static async read(
    db: Database,
    { deployment, name, newest, now }: { deployment: number; name: string; newest: number; now: number },
  ): Promise<RecentSource> {
    const stored = metricSource(db, { deployments: [deployment], since: 0 })
    const series = await stored.series([], { from: now - WINDOW_MS, to: now })
    const recent = new RecentSource(series, now)
    if (!recent.isFresh([NEWEST])) recent.#byMetric.set(NEWEST, [newestSample(name, newest, now)])
    return recent
  }

  /** Whether any of the metrics has a sample of the last five minutes. */
  isFresh(metrics: readonly string[]): boolean {
    return metrics.some((metric) =>
      this.#byMetric.get(metric)?.some(({ samples }) => (samples.times.at(-1) ?? 0) > this.#now - FRESH_MS),
    )
  }

  async series(matchers: Parameters<SeriesSource['series']>[0]): Promise<StoredSeries[]> {
    const name = matchers.find(({ label, op }) => label === '__name__' && op === '=')?.value
    const found = name === undefined ? [...this.#byMetric.values()].flat() : (this.#byMetric.get(name) ?? [])
    return found.filter(({ labels }) => matchers.every(({ label, matches }) => matches(labels[label] ?? '')))
  }
}

/** The store knows when the newest sample arrived, also of a collector that does not report it or has stopped. */
function newestSample(deployment: string, newest: number, now: number): StoredSeries {
  return {
    labels: { __name__: NEWEST, deployment },
    samples: { times: Float64Array.of(now), values: Float64Array.of(newest / 1000), stale: null },
  }
}

import { seriesInSlices } from '#features/monitoring/metrics/server/index.ts'
import { type LabelSet, parseSelector } from '#features/monitoring/promql/server/index.ts'
import type { Database } from '#kit/server/database.ts'

/** Metrics of the level `inventory` are sent once a day. */
const LOOK_BACK_MS = 26 * 3_600_000
/** Series that ended earlier than the newest one are of what is no longer installed. */
const TOGETHER_MS = 15 * 60_000

/** A series with its newest value. */
export type NewestValue = { readonly labels: LabelSet; readonly value: number }

/** The newest values of a metric of a deployment, also where it is sent once a day. */
export async function newestSeries(
  db: Database,
  { deployment, selector, at }: { deployment: number; selector: string; at: number },
): Promise<NewestValue[]> {
  const range = { deployment, matchers: parseSelector(selector), from: at - LOOK_BACK_MS, to: at }
  const seriesList: (NewestValue & { readonly time: number })[] = []
  for await (const series of seriesInSlices(db, range))
    for (const { labels, samples } of series) {
      const [time, value] = [samples.times.at(-1), samples.values.at(-1)]
      if (time !== undefined && value !== undefined && !Number.isNaN(value)) seriesList.push({ labels, value, time })
    }
  const newest = seriesList.reduce((latest, { time }) => Math.max(latest, time), 0)
  return seriesList.filter(({ time }) => time >= newest - TOGETHER_MS)
}

// A week of samples of one deployment, straight into packed chunks.
import {
  ingestSamples,
  SampleBatch,
  WINDOW_MS,
  writeHistory,
} from '../dist/features/monitoring/metrics/server/index.js'

const MINUTE = 60_000
const HOURS = 168

/** A week by the minute of modems online and offline, and of the utilisation, in segments of the deployment week-1. */
export async function fillWeek(db, { now, segments }) {
  const target = await db
    .selectFrom('deployments')
    .select(['id', 'name'])
    .where('name', '=', 'week-1')
    .executeTakeFirstOrThrow()
  const cache = new Map()
  const series = Array.from({ length: segments }, (_, index) => {
    const place = { cluster: 'c1', ccap: `core${index >> 5}`, rpd: `RPD-${index}`, md: `${index}:0` }
    return [
      { __name__: 'cable_modems', ...place, docsis_version: '3.1', state: 'online' },
      { __name__: 'cable_modems', ...place, docsis_version: '3.1', state: 'offline' },
      { __name__: 'cable_md_utilization_ratio', ...place, direction: 'ds' },
    ]
  }).flat()
  const batch = new SampleBatch({ deployment: target.name, cache, now })
  const simulated = (labels, at) =>
    labels.state === 'online' ? 190 : labels.state === 'offline' ? (at / MINUTE) % 11 : 0.5
  for (const labels of series)
    batch.add(
      batch.find(JSON.stringify(labels), () => Object.entries(labels)),
      { at: now, value: simulated(labels, now) },
    )
  await ingestSamples(db, { target, batch, now })
  for (
    let from = Math.floor(now / WINDOW_MS) * WINDOW_MS - WINDOW_MS;
    from > now - HOURS * 60 * MINUTE - WINDOW_MS;
    from -= WINDOW_MS
  ) {
    const times = Array.from({ length: WINDOW_MS / MINUTE }, (_, index) => from + index * MINUTE)
    const columns = new Map(
      series.map((labels) => [
        cache.get(JSON.stringify(labels)).id,
        { times, values: times.map((at) => simulated(labels, at)) },
      ]),
    )
    await writeHistory(db, from, columns)
  }
}

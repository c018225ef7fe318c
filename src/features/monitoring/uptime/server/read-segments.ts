import { seriesInSlices } from '#features/monitoring/metrics/server/index.ts'
import { parseSelector } from '#features/monitoring/promql/server/index.ts'
import type { Database } from '#kit/server/database.ts'
import type { SegmentMinutes } from './baselines.ts'

const MINUTE_MS = 60_000
const matchers = ['cable_modems{state=~"online|partial"}', 'pon_onus{state="online"}'].map(parseSelector)

/** The metrics of which segments are read. */
export const segmentMetrics: readonly string[] = ['cable_modems', 'pon_onus']

/** An RPD or a PON port, and how many modems are up in it by minute. */
export type MeasuredSegment = {
  readonly cluster: string
  readonly ccap: string
  readonly rpd: string
  readonly olt: string
  readonly port: string
  readonly minutes: SegmentMinutes
}

/** Modems online of each segment by minute; ONUs on a PON. */
export async function readSegments(
  db: Database,
  id: number,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<Map<string, MeasuredSegment>> {
  const span = { deployment: id, from: from * MINUTE_MS, to: (to + 1) * MINUTE_MS - 1 }
  const segments = new Map<string, MeasuredSegment & { minutes: Map<number, number> }>()
  for (const one of matchers)
    for await (const series of seriesInSlices(db, { ...span, matchers: one }))
      for (const { labels, samples } of series) {
        const { cluster = '', ccap = '', rpd = '', olt = '', pon_port: port = '' } = labels
        const name = [cluster, ccap, rpd, olt, port].join(' ')
        const segment = segments.get(name) ?? { cluster, ccap, rpd, olt, port, minutes: new Map<number, number>() }
        segments.set(name, segment)
        const own = new Map<number, number>()
        samples.times.forEach((at, index) => {
          const value = samples.values[index]!
          if (!Number.isNaN(value)) own.set(Math.floor(at / MINUTE_MS), value)
        })
        for (const [minute, value] of own) segment.minutes.set(minute, (segment.minutes.get(minute) ?? 0) + value)
      }
  return segments
}

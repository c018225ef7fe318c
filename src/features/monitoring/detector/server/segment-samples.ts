import type { HeldObjects } from '#features/monitoring/uptime/server/index.ts'
import { readSegments } from '#features/monitoring/uptime/server/index.ts'
import type { Database } from '#kit/server/database.ts'
import type { IsHeld, SegmentSamples } from './rules/judging.ts'

/** The samples of a deployment in a range of minutes, by the names that the log shows. */
export async function readSegmentSamples(
  db: Database,
  deployment: { readonly id: number; readonly name: string },
  range: { readonly from: number; readonly to: number },
): Promise<SegmentSamples & { readonly isHeldBy: (heldObjects: HeldObjects) => IsHeld }> {
  const measuredSegments = await readSegments(db, deployment.id, range)
  const segments = new Map(
    [...measuredSegments.values()].map(({ cluster, ccap, rpd, olt, port, minutes }) => [
      [ccap, rpd, olt, port].filter(Boolean).join(' '),
      {
        cluster: cluster || ccap || olt || deployment.name,
        minutes,
        objects: [cluster, ccap, rpd, olt, port, deployment.name].filter(Boolean),
      },
    ]),
  )
  return {
    clusterOf: new Map([...segments].map(([name, { cluster }]) => [name, cluster])),
    at: (segment, minute) => segments.get(segment)?.minutes.get(minute),
    isHeldBy: (heldObjects) => (segment, minute) =>
      heldObjects([...(segments.get(segment)?.objects ?? []), segment], minute),
  }
}

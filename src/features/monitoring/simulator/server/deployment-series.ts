import { cableSeries } from './cable-series.ts'
import { clusterSeries } from './cluster-series.ts'
import { coreSeries } from './core-series.ts'
import { type DemoDeployment, type Segment, segmentsOf } from './demo-network.ts'
import { dropsUntil, effectAt } from './fault-effects.ts'
import type { Fault } from './faults.ts'
import { onlineModems, snr } from './formulas.ts'
import { momentIn } from './local-time.ts'
import { pastFaults } from './past-faults.ts'
import { ponSeries } from './pon-series.ts'
import type { SegmentState, SimulatedSeries } from './series.ts'

/** All series of a deployment. */
export function seriesOf(deployment: DemoDeployment): SimulatedSeries[] {
  const segments = segmentsOf(deployment)
  const [first] = segments
  if (!first) return []
  const modems = segments.reduce((sum, segment) => sum + segment.modems, 0)
  const firstOfCores = segments.filter(({ core }, index) => segments.findIndex((one) => one.core === core) === index)
  return [
    ...segments.flatMap((segment) => (deployment.isPon ? ponSeries(segment) : cableSeries(deployment, segment))),
    ...(deployment.isPon ? [] : firstOfCores.flatMap((segment) => coreSeries(deployment, segment))),
    ...clusterSeries(deployment, first, modems),
  ]
}

/** The state of a segment at a minute; undefined where no samples arrive. */
export function stateAt(
  { zone }: DemoDeployment,
  segment: Segment,
  { minute, faults }: { minute: number; faults: readonly Fault[] },
): SegmentState | undefined {
  const hitting = faults.filter(({ hits }) => hits(segment))
  const effect = effectAt(hitting, minute)
  if (effect.missing) return undefined
  const moment = momentIn(zone, minute)
  const ofMonth = hitting.filter(({ start }) => start >= minute - moment.monthMinutes)
  const normal = onlineModems(segment.nodeKey, segment.modems, moment)
  const online = Math.round(normal * Math.max(0, 1 - effect.offline - effect.registering))
  const first = snr(`${segment.mdKey}/us/1`, moment) - effect.snrDrop
  return { moment, effect, online, snr: first, drops: dropsUntil(ofMonth, minute), past: pastFaults(ofMonth, minute) }
}

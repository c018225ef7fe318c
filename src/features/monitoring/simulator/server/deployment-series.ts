import { capacity, trafficBytes } from './counters.ts'
import { type DemoDeployment, type Segment, segmentsOf } from './demo-network.ts'
import { dropsUntil, type Effect, effectAt } from './fault-effects.ts'
import type { Fault } from './faults.ts'
import { demoHash, onlineModems, partialShare, snr, temperature, utilization } from './formulas.ts'
import { momentIn } from './local-time.ts'

type State = {
  readonly moment: ReturnType<typeof momentIn>
  readonly effect: Effect
  readonly online: number
  readonly drops: number
  /** Of the segment's first upstream channel. */
  readonly snr: number
}

/** A simulated series of a segment. */
export type SimulatedSeries = {
  readonly key: string
  readonly labels: readonly (readonly [string, string])[]
  readonly segment: Segment
  readonly value: (state: State) => number
}

const events = 0.3 / 1440
const channels = [1, 2]

/** All series of a deployment. */
export function seriesOf(deployment: DemoDeployment): SimulatedSeries[] {
  return segmentsOf(deployment).flatMap((segment) => (deployment.isPon ? ponSeries(segment) : cableSeries(segment)))
}

/** The state of a segment at a minute; undefined where no samples arrive. */
export function stateAt(
  { zone }: DemoDeployment,
  segment: Segment,
  { minute, faults }: { minute: number; faults: readonly Fault[] },
): State | undefined {
  const hitting = faults.filter(({ hits }) => hits(segment))
  const effect = effectAt(hitting, minute)
  if (effect.missing) return undefined
  const moment = momentIn(zone, minute)
  const ofMonth = hitting.filter(({ start }) => start >= minute - moment.monthMinutes)
  const normal = onlineModems(segment.nodeKey, segment.modems, moment)
  const online = Math.round(normal * Math.max(0, 1 - effect.offline - effect.registering))
  const first = snr(`${segment.mdKey}/us/1`, moment) - effect.snrDrop
  return { moment, effect, online, snr: first, drops: dropsUntil(ofMonth, minute) }
}

function cableSeries(segment: Segment): SimulatedSeries[] {
  const { core: ccap, node: rpd, md, modems, mdKey, nodeKey } = segment
  const series = maker(segment, { cluster: 'c1', ccap, rpd })
  const partial = (state: State) =>
    Math.min(state.online, Math.round(state.online * Math.max(state.effect.partial, partialShare(state.snr))))
  const registering = ({ effect }: State) => Math.round(modems * effect.registering)
  const states: Readonly<Record<string, SimulatedSeries['value']>> = {
    online: (state) => state.online - partial(state),
    partial,
    registering,
    ranging: () => 0,
    offline: (state) => modems - state.online - registering(state),
  }
  return [
    ...Object.entries(states).map(([state, value]) =>
      series('cable_modems', { md, docsis_version: '3.1', state }, value),
    ),
    ...(['ds', 'us'] as const).flatMap((direction) => [
      series('cable_md_utilization_ratio', { md, direction }, ({ moment, effect, online }) =>
        online === 0 ? 0 : rounded(Math.max(effect.load, utilization(mdKey, direction, moment)), 4),
      ),
      series('cable_md_capacity_bits_per_second', { md, direction }, () => capacity[direction]),
      series('cable_md_traffic_bytes_total', { md, direction }, ({ moment }) => trafficBytes(mdKey, direction, moment)),
    ]),
    ...channels.map((channel) =>
      series(
        'cable_channel_snr_db',
        { md, direction: 'us', channel: `${channel}`, channel_type: 'atdma' },
        ({ moment, effect }) => rounded(snr(`${mdKey}/us/${channel}`, moment) - effect.snrDrop, 1),
      ),
    ),
    series('cable_modem_offline_events_total', { md, cause: 't4_timeout' }, ({ moment, drops }) =>
      Math.floor(modems * (events * moment.monthMinutes + drops)),
    ),
    series('cable_modem_flaps_total', { md }, ({ moment, drops }) =>
      Math.floor(moment.monthMinutes / 45 + modems * Math.max(0, drops - 1)),
    ),
    series('cable_rpd_up', {}, ({ effect }) => Number(effect.rpdUp)),
    series('cable_rpd_temperature_celsius', {}, ({ moment }) => rounded(temperature(nodeKey, moment), 1)),
    series('cable_rpd_optical_receive_power_dbm', {}, ({ effect }) =>
      rounded(effect.light ?? -6 - 4 * demoHash(`${nodeKey}|light`, 0), 1),
    ),
    ...(['locked', 'holdover', 'acquiring'] as const).map((state) =>
      series('cable_rpd_ptp_state', { cable_rpd_ptp_state: state }, ({ effect }) => Number(effect.ptp === state)),
    ),
    ...(segment.index % 4 === 0
      ? [maker(segment, { cluster: 'c1', ccap })('cable_ccap_up', {}, ({ effect }) => Number(effect.coreUp))]
      : []),
  ]
}

function ponSeries(segment: Segment): SimulatedSeries[] {
  const { core: olt, node, modems, nodeKey } = segment
  const series = maker(segment, { cluster: 'c1', olt, pon_port: node })
  const counts: Readonly<Record<string, SimulatedSeries['value']>> = {
    online: ({ online }) => online,
    offline: ({ online, effect }) => (effect.offline === 1 ? 0 : modems - online),
    los: ({ online, effect }) => (effect.offline === 1 ? modems - online : 0),
  }
  return [
    ...Object.entries(counts).map(([state, value]) => series('pon_onus', { technology: 'xgs-pon', state }, value)),
    series('pon_port_up', {}, ({ effect }) => Number(effect.offline < 1)),
    series('pon_port_utilization_ratio', {}, ({ moment, online }) =>
      online === 0 ? 0 : rounded(utilization(nodeKey, 'ds', moment) * 0.6, 4),
    ),
    series('pon_onu_receive_power_dbm', { quantile: '0.5' }, () =>
      rounded(-17 - 5 * demoHash(`${nodeKey}|light`, 0), 1),
    ),
  ]
}

function maker(segment: Segment, place: Readonly<Record<string, string>>) {
  return (name: string, own: Readonly<Record<string, string>>, value: SimulatedSeries['value']): SimulatedSeries => {
    const labels = Object.entries({ __name__: name, ...place, ...own })
    return { key: JSON.stringify(labels), labels, segment, value }
  }
}

function rounded(value: number, decimals: number): number {
  return Number(value.toFixed(decimals))
}

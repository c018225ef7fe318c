import { capacity, trafficBytes } from './counters.ts'
import type { DemoDeployment, Segment } from './demo-network.ts'
import { demoHash, partialShare, snr, utilization } from './formulas.ts'
import { radioSeries } from './radio-series.ts'
import { rpdSeries } from './rpd-series.ts'
import { roundTo, type SegmentState, type SimulatedSeries, seriesMaker } from './series.ts'

/** Drops of a modem per minute on a normal day. */
const EVENTS = 0.3 / 1440
const channels = [1, 2]

/** The series of an RPD with its MAC domain. */
export function cableSeries(deployment: DemoDeployment, segment: Segment): SimulatedSeries[] {
  const { core: ccap, node: rpd, md, modems, mdKey } = segment
  const series = seriesMaker(segment, { cluster: 'c1', ccap, rpd })
  const partial = (state: SegmentState) =>
    Math.min(state.online, Math.round(state.online * Math.max(state.effect.partial, partialShare(state.snr))))
  const registering = ({ effect }: SegmentState) => Math.round(modems * effect.registering)
  const states: Readonly<Record<string, SimulatedSeries['value']>> = {
    online: (state) => state.online - partial(state),
    partial,
    registering,
    ranging: () => 0,
    offline: (state) => modems - state.online - registering(state),
  }
  const drops = ({ moment, drops }: SegmentState) => modems * (EVENTS * moment.monthMinutes + drops)
  return [
    ...Object.entries(states).map(([state, value]) =>
      series('cable_modems', { md, docsis_version: '3.1', state }, value),
    ),
    ...(['ds', 'us'] as const).flatMap((direction) => [
      series('cable_md_utilization_ratio', { md, direction }, ({ moment, effect, online }) =>
        online === 0 ? 0 : roundTo(Math.max(effect.load, utilization(mdKey, direction, moment)), 4),
      ),
      series('cable_md_capacity_bits_per_second', { md, direction }, () => capacity[direction]),
      series('cable_md_traffic_bytes_total', { md, direction }, ({ moment }) => trafficBytes(mdKey, direction, moment)),
    ]),
    ...channels.map((channel) =>
      series(
        'cable_channel_snr_db',
        { md, direction: 'us', channel: `${channel}`, channel_type: 'atdma' },
        ({ moment, effect }) => roundTo(snr(`${mdKey}/us/${channel}`, moment) - effect.snrDrop, 1),
      ),
    ),
    series('cable_modem_offline_events_total', { md, cause: 't4_timeout' }, (state) => Math.floor(drops(state))),
    series('cable_modem_registrations_total', { md, result: 'ok' }, (state) => Math.floor(drops(state) * 0.99)),
    series('cable_modem_registrations_total', { md, result: 'timeout' }, (state) =>
      Math.floor(drops(state) * 0.01 + modems * 0.02 * state.past.minutesOf('dhcp-down')),
    ),
    series('cable_modem_flaps_total', { md }, ({ moment, drops: lost }) =>
      Math.floor(moment.monthMinutes / (40 + 10 * demoHash(`${mdKey}|flaps`, 0)) + modems * Math.max(0, lost - 1)),
    ),
    ...radioSeries(deployment, segment),
    ...rpdSeries(segment),
  ]
}

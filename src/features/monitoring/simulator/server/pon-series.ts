import type { Segment } from './demo-network.ts'
import { demoHash, utilization } from './formulas.ts'
import { roundTo, type SimulatedSeries, SLOW, seriesMaker } from './series.ts'

/** The series of a PON port. */
export function ponSeries(segment: Segment): SimulatedSeries[] {
  const { core: olt, node, modems, nodeKey } = segment
  const series = seriesMaker(segment, { cluster: 'c1', olt, pon_port: node })
  const light = -17 - 5 * demoHash(`${nodeKey}|light`, 0)
  const counts: Readonly<Record<string, SimulatedSeries['value']>> = {
    online: ({ online }) => online,
    offline: ({ online, effect }) => (effect.offline === 1 ? 0 : modems - online),
    los: ({ online, effect }) => (effect.offline === 1 ? modems - online : 0),
  }
  return [
    ...Object.entries(counts).map(([state, value]) => series('pon_onus', { technology: 'xgs-pon', state }, value)),
    series('pon_port_up', {}, ({ effect }) => Number(effect.offline < 1)),
    series('pon_port_utilization_ratio', {}, ({ moment, online }) =>
      online === 0 ? 0 : roundTo(utilization(nodeKey, 'ds', moment) * 0.6, 4),
    ),
    ...Object.entries({ 0.5: light, 0.05: light - 2.4 }).map(([quantile, level]) =>
      series('pon_onu_receive_power_dbm', { quantile }, () => roundTo(level, 1), SLOW),
    ),
    series('pon_onu_dying_gasps_total', {}, ({ moment, past }) =>
      Math.floor(moment.monthMinutes / 2_880 + 0.7 * modems * past.countOf('power')),
    ),
    series('pon_port_bip_errors_total', {}, ({ moment }) =>
      Math.floor((moment.monthMinutes / 60) * demoHash(`${nodeKey}|bip`, 0)),
    ),
  ]
}

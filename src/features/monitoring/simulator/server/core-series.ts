import type { DemoDeployment, Segment } from './demo-network.ts'
import { demoHash, utilization } from './formulas.ts'
import { lastingTrouble, roundTo, type SegmentState, type SimulatedSeries, SLOW, seriesMaker } from './series.ts'

/** DHCP exchanges of a core per minute. */
const EXCHANGES = 240

/** What a CCAP core reports of itself; `segment` is the first of its segments. */
export function coreSeries(deployment: DemoDeployment, segment: Segment): SimulatedSeries[] {
  const { core: ccap, mdKey } = segment
  const series = seriesMaker(segment, { cluster: 'c1', ccap })
  const isLoaded = lastingTrouble(deployment) === 2 && ccap.endsWith('1')
  const cpu = ({ moment }: SegmentState) =>
    isLoaded
      ? 0.905 + 0.03 * demoHash(`${ccap}|cpu`, Math.floor(moment.minute / 5))
      : 0.22 + 0.45 * utilization(mdKey, 'ds', moment)
  const timeouts = ({ moment, past }: SegmentState) =>
    EXCHANGES * (0.001 * moment.monthMinutes + 0.95 * past.minutesOf('dhcp-down'))
  return [
    series('cable_ccap_up', {}, ({ effect }) => Number(effect.coreUp)),
    series('cable_ccap_cpu_utilization_ratio', {}, (state) => roundTo(cpu(state), 4)),
    series('cable_ccap_failovers_total', { cause: 'fault' }, ({ past }) => past.countOf('core-failover')),
    series('cable_ccap_start_time_seconds', {}, ({ moment, past }) => {
      const crashMinute = past.lastOf('core-crash')
      return 60 * (crashMinute === undefined ? moment.minute - moment.monthMinutes - 90 * 1440 : crashMinute + 10)
    }),
    ...['v4', 'v6'].flatMap((family) => [
      series('cable_modem_dhcp_exchanges_total', { family, result: 'ack' }, (state) =>
        Math.floor(EXCHANGES * state.moment.monthMinutes - timeouts(state)),
      ),
      series('cable_modem_dhcp_exchanges_total', { family, result: 'timeout' }, (state) => Math.floor(timeouts(state))),
    ]),
    ...['1', '2'].map((port) =>
      seriesMaker(segment, { cluster: 'c1' })(
        'cable_cin_link_utilization_ratio',
        { switch: `leaf-${ccap.slice(-1)}`, port, direction: 'ds' },
        ({ moment }) => roundTo(0.08 + 0.5 * utilization(`${mdKey}|${port}`, 'ds', moment), 4),
        SLOW,
      ),
    ),
  ]
}

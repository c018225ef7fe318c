import type { Segment } from './demo-network.ts'
import { demoHash, temperature } from './formulas.ts'
import { roundTo, type SimulatedSeries, SLOW, seriesMaker } from './series.ts'

const DAY = 1440
const versions = ['9.6.1', '9.6.1', '9.6.1', '9.5.4']
const ptpStates = ['locked', 'holdover', 'acquiring', 'free_run'] as const

/** What an RPD reports of itself: session, light, clock, start, packets lost on its way. */
export function rpdSeries(segment: Segment): SimulatedSeries[] {
  const { core: ccap, node: rpd, nodeKey } = segment
  const series = seriesMaker(segment, { cluster: 'c1', ccap, rpd })
  const own = demoHash(`${nodeKey}|light`, 0)
  const age = Math.floor((20 + 180 * demoHash(`${nodeKey}|age`, 0)) * DAY)
  const version = versions[Math.floor(versions.length * demoHash(`${nodeKey}|version`, 0))]!
  const serial = `HE${Math.floor(1e8 * demoHash(`${nodeKey}|serial`, 0))}`
  return [
    series('cable_rpd_up', {}, ({ effect }) => Number(effect.rpdUp)),
    series('cable_rpd_temperature_celsius', {}, ({ moment }) => roundTo(temperature(nodeKey, moment), 1), SLOW),
    series('cable_rpd_optical_receive_power_dbm', {}, ({ effect }) => roundTo(effect.light ?? -6 - 4 * own, 1)),
    ...ptpStates.map((state) =>
      series('cable_rpd_ptp_state', { cable_rpd_ptp_state: state }, ({ effect }) => Number(effect.ptp === state)),
    ),
    series(
      'cable_rpd_ptp_offset_seconds',
      {},
      ({ effect }) => (effect.ptp === 'holdover' ? 2e-5 : roundTo(2e-8 + 3e-7 * own, 9)),
      SLOW,
    ),
    series('cable_rpd_start_time_seconds', {}, ({ moment, past }) => {
      const restartMinute = past.lastOf('rpd-restart', 'power')
      const began = moment.minute - moment.monthMinutes
      return 60 * (restartMinute === undefined ? began - age : restartMinute + 2)
    }),
    ...(['depi', 'uepi'] as const).map((protocol) =>
      series('cable_pseudowire_packets_lost_total', { protocol }, ({ moment, past }) =>
        Math.floor((moment.monthMinutes / DAY) * 4 * own + 5_000 * past.countOf('cin-leaf')),
      ),
    ),
    series('cable_rpd_info', { kind: 'rpd', model: 'CableOS Ripple 2', serial, version, node: rpd }, () => 1, SLOW),
  ]
}

import type { DemoDeployment, Segment } from './demo-network.ts'
import { curveAt, demoHash, utilization } from './formulas.ts'
import { lastingTrouble, roundTo, type SegmentState, type SimulatedSeries, SLOW, seriesMaker } from './series.ts'

/** Codewords of a channel per minute, and the share that is lost on a normal day and with ingress. */
const CODEWORDS = { minute: 1_200_000, normal: 1e-6, ingress: 0.05, corrected: 2e-4 }
/** Shares of modems by OFDM profile; the fastest has the rest. */
const PROFILES = { A: 0.01, B: 0.04, C: 0.12 }

/** What the channels of a MAC domain measure: codewords, levels, profiles, contention. */
export function radioSeries(deployment: DemoDeployment, segment: Segment): SimulatedSeries[] {
  const { core: ccap, node: rpd, md, mdKey, modems, index } = segment
  const series = seriesMaker(segment, { cluster: 'c1', ccap, rpd })
  const own = demoHash(`${mdKey}|levels`, 0)
  const isHigh = lastingTrouble(deployment) === 0 && index === 1
  const high = ({ moment }: SegmentState) =>
    (isHigh ? 0.086 : 0.004) + 0.006 * own + 0.004 * curveAt('heat', moment.localHour)
  return [
    ...codewords(segment, 'us'),
    ...codewords(segment, 'ds'),
    ...Object.entries({ 0.5: 39.2 + 2 * own, 0.02: 34.4 + 2 * own }).map(([quantile, level]) =>
      series(
        'cable_channel_rxmer_db',
        { md, direction: 'ds', channel: '33', channel_type: 'ofdm', quantile },
        ({ moment }) => roundTo(level - 0.3 * curveAt('heat', moment.localHour), 1),
        SLOW,
      ),
    ),
    ...[...Object.entries(PROFILES), ['D', 1 - PROFILES.A - PROFILES.B - PROFILES.C] as const].map(([profile, share]) =>
      series(
        'cable_ofdm_profile_modems',
        { md, direction: 'ds', profile },
        ({ online }) => Math.round(online * share * (profile === 'D' ? 1 : 0.5 + own)),
        SLOW,
      ),
    ),
    series('cable_modem_impaired', { md, impairment: 'us_tx_high' }, (s) => Math.round(modems * high(s)), SLOW),
    series('cable_modem_impaired', { md, impairment: 'ds_rx_low' }, () => Math.round(modems * 0.008 * own), SLOW),
    series(
      'cable_upstream_contention_ratio',
      { md, channel: '1', kind: 'used' },
      ({ moment }) => roundTo(0.04 + 0.4 * utilization(mdKey, 'us', moment), 4),
      SLOW,
    ),
    series(
      'cable_upstream_contention_ratio',
      { md, channel: '1', kind: 'collided' },
      ({ moment, effect }) =>
        roundTo(0.003 + 0.012 * utilization(mdKey, 'us', moment) ** 2 + (effect.load > 0 ? 0.05 : 0), 4),
      SLOW,
    ),
  ]
}

function codewords(segment: Segment, direction: 'us' | 'ds'): SimulatedSeries[] {
  const { core: ccap, node: rpd, md } = segment
  const series = seriesMaker(segment, { cluster: 'c1', ccap, rpd })
  const channel = direction === 'us' ? { channel: '1', channel_type: 'atdma' } : { channel: '1', channel_type: 'scqam' }
  const lostCodewords = ({ moment, past }: SegmentState) =>
    CODEWORDS.minute *
    (CODEWORDS.normal * moment.monthMinutes + (direction === 'us' ? CODEWORDS.ingress * past.minutesOf('ingress') : 0))
  const correctedCodewords = ({ moment }: SegmentState) => CODEWORDS.minute * CODEWORDS.corrected * moment.monthMinutes
  const values: Readonly<Record<string, SimulatedSeries['value']>> = {
    unerrored: (s) => CODEWORDS.minute * s.moment.monthMinutes - correctedCodewords(s) - lostCodewords(s),
    corrected: correctedCodewords,
    uncorrectable: lostCodewords,
  }
  return Object.entries(values).map(([result, value]) =>
    series('cable_channel_codewords_total', { md, direction, ...channel, result }, (s) => Math.floor(value(s))),
  )
}

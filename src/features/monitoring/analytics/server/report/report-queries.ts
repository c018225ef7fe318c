import { networkQueries } from './network-queries.ts'
import type { SectionQueries } from './section-queries.ts'

const channel = ['ccap', 'md', 'channel'] as const
/** The share of codewords that could not be corrected, per channel. */
const uncorrectable = `sum by (ccap, md, channel) (rate(cable_channel_codewords_total{result="uncorrectable"}[1h]))
  / sum by (ccap, md, channel) (rate(cable_channel_codewords_total[1h]))`.replaceAll(/\s+/g, ' ')

/** The queries of each section that reads metrics. */
export const reportQueries = {
  modems: {
    figures: [
      { name: 'known', query: 'sum(cable_modems)', unit: 'count' },
      { name: 'online', query: 'sum(cable_modems{state=~"online|partial"})', unit: 'count' },
      { name: 'onlineMean', query: 'avg_over_time(sum(cable_modems{state=~"online|partial"})[$p:1h])', unit: 'count' },
      { name: 'flaps', query: 'sum(increase(cable_modem_flaps_total[$p]))', unit: 'count' },
      { name: 'offlineEvents', query: 'sum(increase(cable_modem_offline_events_total[$p]))', unit: 'count' },
    ],
    tables: [
      { name: 'byState', query: 'sum by (state) (cable_modems)', unit: 'count', labels: ['state'] },
      { name: 'byVersion', query: 'sum by (docsis_version) (cable_modems)', unit: 'count', labels: ['docsis_version'] },
      {
        name: 'models',
        query: 'topk(20, sum by (vendor, model, firmware) (cable_modem_models))',
        unit: 'count',
        labels: ['vendor', 'model', 'firmware'],
      },
      {
        name: 'timeouts',
        query: 'sum by (cause) (increase(cable_modem_offline_events_total{cause=~"t3_exhausted|t4_timeout"}[$p]))',
        unit: 'count',
        labels: ['cause'],
      },
    ],
  },
  rf: {
    figures: [
      { name: 'snrMean', query: 'avg(cable_channel_snr_db{direction="us"})', unit: 'dB' },
      { name: 'rxmerMean', query: 'avg(cable_channel_rxmer_db{direction="ds",quantile="0.02"})', unit: 'dB' },
      { name: 'partial', query: 'sum(cable_modems{state="partial"})', unit: 'count' },
      {
        name: 'uncorrectable',
        query: 'sum(rate(cable_channel_codewords_total{result="uncorrectable"}[1h]))',
        unit: 'per second',
      },
    ],
    tables: [
      { name: 'snr', query: 'bottomk(20, cable_channel_snr_db{direction="us"})', unit: 'dB', labels: channel },
      { name: 'uncorrectables', query: `topk(20, ${uncorrectable})`, unit: 'percent', labels: channel },
      {
        name: 'rxmer',
        query: 'bottomk(20, cable_channel_rxmer_db{direction="ds",quantile="0.02"})',
        unit: 'dB',
        labels: channel,
      },
      {
        name: 'partialByRpd',
        query: 'topk(10, sum by (ccap, rpd) (cable_modems{state="partial"}) > 0)',
        unit: 'count',
        labels: ['ccap', 'rpd'],
      },
    ],
  },
  ...networkQueries,
} as const satisfies Record<string, SectionQueries>

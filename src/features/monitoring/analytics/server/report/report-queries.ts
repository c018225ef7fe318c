/** How a figure is written. */
export type ReportUnit = 'count' | 'percent' | 'degrees' | 'bps' | 'dB' | 'per second'
type Figure = { readonly name: string; readonly query: string; readonly unit: ReportUnit }
type Table = Figure & { readonly labels: readonly string[] }

/** Figures and tables of a section; `$p` is the length of the period. */
export type SectionQueries = { readonly figures: readonly Figure[]; readonly tables: readonly Table[] }

const top = (count: number, query: string) => `topk(${count}, ${query})`

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
        query: top(20, 'sum by (vendor, model, firmware) (cable_modem_models)'),
        unit: 'count',
        labels: ['vendor', 'model', 'firmware'],
      },
    ],
  },
  rf: {
    figures: [
      { name: 'snrMean', query: 'avg(cable_channel_snr_db{direction="us"})', unit: 'dB' },
      { name: 'partial', query: 'sum(cable_modems{state="partial"})', unit: 'count' },
      {
        name: 'uncorrectable',
        query: 'sum(rate(cable_channel_codewords_total{result="uncorrectable"}[1h]))',
        unit: 'per second',
      },
    ],
    tables: [
      {
        name: 'snr',
        query: 'bottomk(20, cable_channel_snr_db{direction="us"})',
        unit: 'dB',
        labels: ['ccap', 'md', 'channel'],
      },
    ],
  },
  nodes: {
    figures: [
      { name: 'rpds', query: 'count(cable_rpd_up)', unit: 'count' },
      { name: 'rpdsUp', query: 'sum(cable_rpd_up)', unit: 'count' },
      { name: 'locked', query: 'sum(cable_rpd_ptp_state{cable_rpd_ptp_state="locked"})', unit: 'count' },
    ],
    tables: [
      {
        name: 'temperature',
        query: top(10, 'cable_rpd_temperature_celsius'),
        unit: 'degrees',
        labels: ['ccap', 'rpd'],
      },
    ],
  },
  cores: {
    figures: [
      { name: 'coresUp', query: 'sum(cable_ccap_up)', unit: 'count' },
      { name: 'failovers', query: 'sum(increase(cable_ccap_failovers_total[$p]))', unit: 'count' },
      { name: 'podRestarts', query: 'sum(increase(cable_cluster_pod_restarts_total[$p]))', unit: 'count' },
    ],
    tables: [
      { name: 'cpu', query: top(10, 'cable_ccap_cpu_utilization_ratio'), unit: 'percent', labels: ['cluster', 'ccap'] },
      {
        name: 'memory',
        query: top(10, 'cable_cluster_memory_used_bytes / cable_cluster_memory_capacity_bytes'),
        unit: 'percent',
        labels: ['cluster', 'host'],
      },
    ],
  },
  pon: {
    figures: [
      { name: 'ports', query: 'count(pon_port_up)', unit: 'count' },
      { name: 'onus', query: 'sum(pon_onus)', unit: 'count' },
    ],
    tables: [{ name: 'onusByState', query: 'sum by (state) (pon_onus)', unit: 'count', labels: ['state'] }],
  },
} as const satisfies Record<string, SectionQueries>

import type { SectionQueries } from './section-queries.ts'

const rpd = ['ccap', 'rpd'] as const

/** The queries of the sections about nodes, cores and PON. */
export const networkQueries = {
  nodes: {
    figures: [
      { name: 'rpds', query: 'count(cable_rpd_up)', unit: 'count' },
      { name: 'rpdsUp', query: 'sum(cable_rpd_up)', unit: 'count' },
      { name: 'locked', query: 'sum(cable_rpd_ptp_state{cable_rpd_ptp_state="locked"})', unit: 'count' },
      { name: 'rpdRestarts', query: 'sum(changes(cable_rpd_start_time_seconds[$p]))', unit: 'count' },
    ],
    tables: [
      { name: 'rpdVersions', query: 'count by (version) (cable_rpd_info)', unit: 'count', labels: ['version'] },
      {
        name: 'restarts',
        query: 'topk(10, changes(cable_rpd_start_time_seconds[$p]) > 0)',
        unit: 'count',
        labels: rpd,
      },
      { name: 'temperature', query: 'topk(10, cable_rpd_temperature_celsius)', unit: 'degrees', labels: rpd },
      {
        name: 'clocks',
        query: 'sum by (cable_rpd_ptp_state) (cable_rpd_ptp_state)',
        unit: 'count',
        labels: ['cable_rpd_ptp_state'],
      },
      { name: 'optics', query: 'bottomk(10, cable_rpd_optical_receive_power_dbm)', unit: 'dBm', labels: rpd },
      {
        name: 'lost',
        query: 'topk(10, sum by (rpd, protocol) (increase(cable_pseudowire_packets_lost_total[$p])))',
        unit: 'count',
        labels: ['rpd', 'protocol'],
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
      {
        name: 'cpu',
        query: 'topk(10, cable_ccap_cpu_utilization_ratio)',
        unit: 'percent',
        labels: ['cluster', 'ccap'],
      },
      {
        name: 'memory',
        query: 'topk(10, cable_cluster_memory_used_bytes / cable_cluster_memory_capacity_bytes)',
        unit: 'percent',
        labels: ['cluster', 'host'],
      },
      {
        name: 'disk',
        query: 'topk(10, cable_cluster_disk_used_ratio)',
        unit: 'percent',
        labels: ['cluster', 'host', 'mount'],
      },
      {
        name: 'hosts',
        query: 'sum by (cluster, state) (cable_cluster_hosts)',
        unit: 'count',
        labels: ['cluster', 'state'],
      },
    ],
  },
  pon: {
    figures: [
      { name: 'ports', query: 'count(pon_port_up)', unit: 'count' },
      { name: 'portsUp', query: 'sum(pon_port_up)', unit: 'count' },
      { name: 'onus', query: 'sum(pon_onus)', unit: 'count' },
    ],
    tables: [
      { name: 'onusByState', query: 'sum by (state) (pon_onus)', unit: 'count', labels: ['state'] },
      {
        name: 'weakOnus',
        query: 'bottomk(20, pon_onu_receive_power_dbm{quantile="0.05"})',
        unit: 'dBm',
        labels: ['olt', 'pon_port'],
      },
    ],
  },
} as const satisfies Record<string, SectionQueries>

import type { DemoDeployment, Segment } from './demo-network.ts'
import { demoHash } from './formulas.ts'
import { lastingTrouble, roundTo, type SimulatedSeries, SLOW, seriesMaker } from './series.ts'

const hosts = ['c1-host-1', 'c1-host-2', 'c1-host-3']
const MEMORY = 256 * 1024 ** 3
/** Days from the start of a month until a certificate expires, at least. */
const CERTIFICATE_DAYS = 100
const models = [
  ['Sagemcom', 'F3896', '3.7.2', 0.34],
  ['Technicolor', 'CGA4233', '19.3B70', 0.27],
  ['Arris', 'SB8200', 'AB01.02', 0.19],
  ['Compal', 'CH7465', '6.15.32', 0.12],
  ['Hitron', 'CODA-56', '7.3.5', 0.08],
] as const

/** What the servers of a deployment's cluster report; `segment` is the first of the deployment. */
export function clusterSeries(deployment: DemoDeployment, segment: Segment, modems: number): SimulatedSeries[] {
  const { name, isPon } = deployment
  const series = seriesMaker(segment, { cluster: 'c1' })
  const isFull = lastingTrouble(deployment) === 1
  const share = (host: string, minute: number) =>
    (isFull && host === hosts[2] ? 0.878 : 0.48 + 0.2 * demoHash(`${name}/${host}|memory`, 0)) +
    0.01 * demoHash(`${name}/${host}|memory`, Math.floor(minute / 10))
  return [
    ...hosts.flatMap((host) => [
      series(
        'cable_cluster_memory_used_bytes',
        { host },
        ({ moment }) => Math.round(MEMORY * share(host, moment.minute)),
        SLOW,
      ),
      series('cable_cluster_memory_capacity_bytes', { host }, () => MEMORY, SLOW),
      series(
        'cable_cluster_cpu_utilization_ratio',
        { host },
        ({ moment }) => roundTo(0.2 + 0.3 * demoHash(`${name}/${host}|cpu`, Math.floor(moment.minute / 5)), 4),
        SLOW,
      ),
    ]),
    series('cable_cluster_hosts', { state: 'ready' }, () => hosts.length, SLOW),
    series('cable_cluster_hosts', { state: 'not_ready' }, () => 0, SLOW),
    ...['control', 'dhcp-relay', 'telemetry'].map((service) =>
      series('cable_cluster_pod_restarts_total', { service }, ({ moment }) =>
        Math.floor(moment.monthMinutes / (1440 * (3 + 9 * demoHash(`${name}/${service}|restarts`, 0)))),
      ),
    ),
    ...['control', 'gcp'].map((subject) =>
      series(
        'cable_certificate_expiry_timestamp_seconds',
        { subject },
        ({ moment }) =>
          60 * (moment.minute - moment.monthMinutes) +
          86_400 * Math.floor(CERTIFICATE_DAYS + 300 * demoHash(`${name}/${subject}|certificate`, 0)),
        SLOW,
      ),
    ),
    series('cable_telemetry_up', {}, () => 1),
    series('cable_telemetry_last_sample_timestamp_seconds', {}, ({ moment }) => 60 * moment.minute),
    ...(isPon ? [] : modelSeries(segment, modems)),
  ]
}

function modelSeries(segment: Segment, modems: number): SimulatedSeries[] {
  const series = seriesMaker(segment, { cluster: 'c1' })
  return [
    series('cable_licensed_modems', {}, () => Math.ceil((modems * 1.25) / 100) * 100, SLOW),
    ...models.map(([vendor, model, firmware, share]) =>
      series(
        'cable_modem_models',
        { vendor, model, firmware, docsis_version: '3.1' },
        () => Math.round(modems * share),
        SLOW,
      ),
    ),
  ]
}

import * as z from 'zod/mini'
import { MonitoringState } from '#features/monitoring/analytics/contract.ts'
import { readMonitoring } from '#features/monitoring/metrics/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { halList } from '#kit/contract/hal.ts'

/** A deployment that runs a service. */
const ServiceDeployment = z.object({
  id: z.string(),
  name: z.string(),
  /** Name, display name and id of its account. */
  account: z.string(),
  accountName: z.string(),
  accountId: z.string(),
  stage: z.string(),
  /** Null while nobody has given it. */
  softwareVersion: z.nullable(z.string()),
  /** Another deployment runs a newer version of the service. */
  isBehind: z.boolean(),
  state: MonitoringState,
  outages: z.int(),
  /** Names of its clusters in the newest inventory, sorted. */
  clusters: z.array(z.string()),
})
export type ServiceDeployment = z.output<typeof ServiceDeployment>

/** A product line that accounts run, with the deployments that run it. */
export const CentralService = z.object({
  name: z.string(),
  /** The newest version that a deployment runs; null while none is known. */
  newestVersion: z.nullable(z.string()),
  /** How many deployments run an older version. */
  behind: z.int(),
  /** The most serious state of its deployments. */
  state: MonitoringState,
  deployments: z.array(ServiceDeployment),
})
export type CentralService = z.output<typeof CentralService>

export const listCentralServices = endpoint({
  tag: 'Infrastructure',
  guard: readMonitoring,
  name: 'listCentralServices',
  method: 'GET',
  url: '/api/accounts/central/services',
  summary: 'List the services with the deployments, clusters, versions and accounts that run them',
  reply: halList('services', CentralService),
  problems: [],
})

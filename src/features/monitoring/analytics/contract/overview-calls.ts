import * as z from 'zod/mini'
import { Stage } from '#features/accounts/accounts/contract.ts'
import { readAnalytics } from '#features/monitoring/metrics/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { oneLine } from '#kit/contract/one-line.ts'
import { analyticsProblems } from './analytics.ts'
import { DeploymentVersion } from './deployment-shapes.ts'

const account = oneLine(100)
const when = z.iso.datetime()
const count = z.nullable(z.number())

/** MISSING: no sample for five minutes. OFF: monitoring is switched off. Neither is fine, and neither is down. */
export const MonitoringState = z.enum(['OUTAGE', 'DEGRADED', 'MISSING', 'FINE', 'OFF'])
export type MonitoringState = z.output<typeof MonitoringState>

/** What the newest samples of a deployment say. `online` and `known` count modems, ONUs on a PON; null: no sample. */
export const DeploymentSummary = z.object({
  id: z.string(),
  name: z.string(),
  version: DeploymentVersion,
  softwareVersion: z.nullable(z.string()),
  stage: Stage,
  state: MonitoringState,
  excludeFromTotalCmCount: z.boolean(),
  online: count,
  known: count,
  /** Open outage cases. */
  outages: z.int(),
  newest: z.nullable(when),
})
export type DeploymentSummary = z.output<typeof DeploymentSummary>

/** The deployments of an account; its sums leave out excluded deployments and those without samples. */
export const AccountSummary = z.object({
  id: z.string(),
  displayName: z.string(),
  stage: Stage,
  state: MonitoringState,
  online: count,
  known: count,
  outages: z.int(),
  newest: z.nullable(when),
  /** Modems online of the last three hours, every five minutes, oldest first; null: no sample. */
  recent: z.array(count),
  deployments: z.array(DeploymentSummary),
})
export type AccountSummary = z.output<typeof AccountSummary>

export const readSummaryMap = endpoint({
  tag: 'Analytics',
  guard: readAnalytics,
  name: 'readSummaryMap',
  method: 'GET',
  url: '/api/plugins/analytics/info-summary/map',
  summary: 'Read the state of monitoring: account name → its deployments with modems, outages and newest sample',
  query: z.strictObject({ account: z.optional(account) }),
  reply: z.object({ map: z.record(z.string(), AccountSummary), readAt: when }),
  problems: [analyticsProblems['analytics-account-not-found']],
})

const Counts = z.record(z.string(), z.number())
/** A deployment in figures, from its newest samples. */
export const DeploymentInfo = z.object({
  id: z.string(),
  name: z.string(),
  clusters: z.array(
    z.object({ name: z.string(), ccaps: z.int(), rpds: z.int(), macDomains: z.int(), online: count, known: count }),
  ),
  modemsByState: Counts,
  modemsByDocsisVersion: Counts,
  onusByState: Counts,
})
export type DeploymentInfo = z.output<typeof DeploymentInfo>

export const readExtendedInfo = endpoint({
  tag: 'Analytics',
  guard: readAnalytics,
  name: 'readExtendedInfo',
  method: 'GET',
  url: '/api/plugins/analytics/info-extended',
  summary: 'Read the deployments of an account in figures: clusters, cores, RPDs, MAC domains, modems by state',
  query: z.strictObject({ account }),
  reply: z.object({ account: z.string(), readAt: when, deployments: z.array(DeploymentInfo) }),
  problems: [analyticsProblems['analytics-account-not-found']],
})

const time = z.iso.datetime()
export const readClustersGraph = endpoint({
  tag: 'Analytics',
  guard: readAnalytics,
  name: 'readClustersGraph',
  method: 'GET',
  url: '/api/plugins/analytics/clusters-total/graph',
  summary: 'Read modems online over time: of the account and of each cluster; null where samples are missing',
  query: z.strictObject({
    account,
    deployment: z.optional(oneLine(100)),
    from: z.optional(time),
    to: z.optional(time),
    /** Seconds between two points; by default about 300 points. */
    step: z.optional(z.int().check(z.minimum(60), z.maximum(86_400))),
  }),
  reply: z.object({
    from: when,
    to: when,
    step: z.int(),
    zone: z.string(),
    total: z.array(count),
    graph: z.array(z.object({ deployment: z.string(), cluster: z.string(), points: z.array(count) })),
  }),
  problems: [analyticsProblems['analytics-account-not-found'], analyticsProblems['analytics-query-failed']],
})

import * as z from 'zod/mini'
import { manageDeployments, metricProblems, readAnalytics } from '#features/monitoring/metrics/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { halList, listQuery } from '#kit/contract/hal.ts'
import { oneLine } from '#kit/contract/one-line.ts'
import { analyticsProblems, configureMonitoring } from './analytics.ts'

const account = oneLine(100)
const deployment = z.optional(oneLine(100))
const when = z.iso.datetime()
const notFound = analyticsProblems['analytics-account-not-found']
const failedQuery = analyticsProblems['analytics-query-failed']
const figure = z.nullable(z.number())
const base = '/api/plugins/analytics'
const reports = { tag: 'Analytics', guard: readAnalytics, method: 'GET' } as const

/** The highest value that a deployment ever had, with its time and the object that reached it; null: not yet. */
export const Watermark = z.object({
  deployment: z.string(),
  deploymentId: z.string(),
  name: z.string(),
  unit: z.string(),
  why: z.string(),
  query: z.nullable(z.string()),
  value: figure,
  lastUpdate: z.nullable(when),
  source: z.string(),
})
export type Watermark = z.output<typeof Watermark>
export const listWatermarks = endpoint({
  ...reports,
  name: 'listWatermarks',
  url: `${base}/watermarks`,
  summary: 'List the high watermarks of the deployments of an account: name, value, lastUpdate and source',
  query: z.strictObject({ account, deployment }),
  reply: halList('watermarks', Watermark),
  problems: [notFound],
})
export const resetWatermark = endpoint({
  tag: 'Analytics',
  guard: configureMonitoring,
  name: 'resetWatermark',
  method: 'POST',
  url: `${base}/watermarks/reset`,
  forbiddenWhileImpersonating: true,
  summary: 'Reset a high watermark of a deployment: only later samples count; recorded in the audit log',
  body: z.strictObject({ deployment: z.string().check(z.regex(/^\d{1,15}$/)), name: oneLine(100) }),
  problems: [metricProblems['deployment-not-found'], analyticsProblems['watermark-not-found']],
})

/** Utilisation of one MAC domain in one direction; ratios from 0 to 1. */
export const MdUtilization = z.object({
  deployment: z.string(),
  cluster: z.string(),
  ccap: z.string(),
  rpd: z.string(),
  md: z.string(),
  direction: z.enum(['ds', 'us']),
  /** Modems online, mean of the period. */
  modems: figure,
  capacityBps: figure,
  mean: figure,
  /** 95th percentile of 15-minute means in busy hours. */
  p95Busy: figure,
  peak15: figure,
  peakAt: z.nullable(when),
  minutesAbove: z.int(),
  daysAbove: z.int(),
  /** Slope of the daily 95th percentile, per week. */
  trendPerWeek: figure,
  /** The day on which the trend meets the threshold, within 365 days. */
  fullOn: z.nullable(z.iso.date()),
  sampleShare: z.number(),
  /** Under 80 % of its samples: not judged. */
  missing: z.boolean(),
  flagged: z.boolean(),
})
export type MdUtilization = z.output<typeof MdUtilization>
export const readMdUtilization = endpoint({
  ...reports,
  name: 'readMdUtilization',
  url: `${base}/md-utilization`,
  summary:
    'Judge the utilisation of MAC domains in busy hours (18:00–24:00 local) against the thresholds of the account',
  query: z.strictObject({
    account,
    deployment,
    /** The local day after the last one; by default the current day. */
    until: z.optional(z.iso.date()),
    days: z._default(z.optional(z.int().check(z.minimum(1), z.maximum(14))), 7),
  }),
  reply: z.object({
    from: when,
    to: when,
    zone: z.string(),
    thresholds: z.object({ ds: z.number(), us: z.number() }),
    /** Flagged ones first, then by `p95Busy`. */
    macDomains: z.array(MdUtilization),
  }),
  problems: [notFound, failedQuery],
})

/** The newest values of one MAC domain, of the columns that its deployment collects. */
export const MdStats = z.object({
  deployment: z.string(),
  ccap: z.string(),
  rpd: z.string(),
  md: z.string(),
  values: z.record(z.string(), figure),
  collectedAt: when,
})
export type MdStats = z.output<typeof MdStats>
export const listStats = endpoint({
  ...reports,
  name: 'listStats',
  url: `${base}/stats`,
  summary: 'List statistics per MAC domain; shown again until they expire (statsHistoryExpiration)',
  query: listQuery(['md'], { account, deployment }),
  reply: halList('stats', MdStats),
  problems: [notFound, failedQuery],
})

/** When and how the daily inventory of an account is made, and the thresholds of utilisation in percent. */
export const InventorySettings = z.object({
  accountId: z.string(),
  enabled: z.boolean(),
  /** Local time. */
  at: z.string(),
  format: z.literal('csv'),
  recipients: z.array(z.string()),
  onlyChanges: z.boolean(),
  includeExcludedDeployments: z.boolean(),
  dsThreshold: z.number(),
  usThreshold: z.number(),
  version: z.int(),
})
export type InventorySettings = z.output<typeof InventorySettings>
const percent = z.number().check(z.minimum(1), z.maximum(100))
export const readInventorySettings = endpoint({
  ...reports,
  guard: manageDeployments,
  name: 'readInventorySettings',
  url: `${base}/inventory-settings`,
  summary: 'Read the settings of the daily inventory of an account, and its thresholds of utilisation',
  query: z.strictObject({ account }),
  reply: InventorySettings,
  problems: [notFound],
})
export const saveInventorySettings = endpoint({
  tag: 'Analytics',
  guard: configureMonitoring,
  name: 'saveInventorySettings',
  method: 'PUT',
  url: `${base}/inventory-settings`,
  summary: 'Save the settings of the daily inventory of an account, and its thresholds of utilisation',
  query: z.strictObject({ account }),
  body: z.strictObject({
    enabled: z.boolean(),
    at: z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/)),
    format: z._default(z.optional(z.literal('csv')), 'csv'),
    recipients: z.array(z.email().check(z.maxLength(254))).check(z.maxLength(50)),
    onlyChanges: z.boolean(),
    includeExcludedDeployments: z.boolean(),
    dsThreshold: z._default(z.optional(percent), 80),
    usThreshold: z._default(z.optional(percent), 70),
  }),
  reply: InventorySettings,
  problems: [notFound],
})

import * as z from 'zod/mini'
import { everyVendorRole, roles } from '#features/access/roles/contract.ts'
import { accountProblems, Stage } from '#features/accounts/accounts/contract.ts'
import { analyticsProblems, MonitoringState } from '#features/monitoring/analytics/contract.ts'
import { readAnalytics } from '#features/monitoring/metrics/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { halList } from '#kit/contract/hal.ts'
import { oneLine } from '#kit/contract/one-line.ts'
import { permission } from '#kit/contract/permission.ts'

/** See the uptime of an account's deployments. */
export const readUptimes = permission(
  'uptime:read',
  'See the uptime of deployments',
  everyVendorRole,
  roles('MANAGER', 'USER', 'FIELDTECH'),
)

const count = z.nullable(z.number())

/** The health of an account and the figures that it is made of. */
export const AccountHealth = z.object({
  account: z.string(),
  /** Null for an account without deployments. */
  state: z.nullable(MonitoringState),
  online: count,
  known: count,
  outages: z.int(),
  /** Findings that are open and not acknowledged. */
  findings: z.object({ critical: z.int(), warning: z.int() }),
  newest: z.nullable(z.iso.datetime()),
  /** Percent of the last 24 hours; null where less than half of the minutes were measured. */
  uptime: z.nullable(z.string()),
  measuredMinutes: z.int(),
  readAt: z.iso.datetime(),
})
export type AccountHealth = z.output<typeof AccountHealth>

export const readAccountHealth = endpoint({
  tag: 'Monitoring',
  guard: readAnalytics,
  name: 'readAccountHealth',
  method: 'GET',
  url: '/api/accounts/{id}/health',
  summary:
    'Read the health of an account: state of monitoring, modems, open outages, open findings, uptime of 24 hours',
  params: z.strictObject({ id: z.string().check(z.regex(/^\d{1,15}$/)) }),
  reply: AccountHealth,
  problems: [accountProblems['account-not-found']],
})

/** The minutes of which uptime is read. */
export const DAY_MINUTES = 1440

/** Five minutes of a deployment: the worst of them. MISSING: no sample in them. */
export const UptimeCell = z.enum(['UP', 'DEGRADED', 'DOWN', 'MAINTENANCE', 'MISSING'])
export type UptimeCell = z.output<typeof UptimeCell>

/**
 * The uptime of a deployment, or of all counted ones of the account, in the 1,440 minutes up to `to`: the share of
 * expected modem-minutes that were online. Minutes without samples and minutes of maintenance are left out.
 */
export const Uptime = z.object({
  /** Null for the account as a whole. */
  deployment: z.nullable(
    z.object({ id: z.string(), name: z.string(), stage: Stage, softwareVersion: z.nullable(z.string()) }),
  ),
  /** Whether it is part of the account as a whole. */
  counted: z.boolean(),
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  /** Percent, cut after three digits; null where less than half of the minutes were measured. */
  uptime: z.nullable(z.string()),
  measuredMinutes: z.int(),
  maintenanceMinutes: z.int(),
  missingMinutes: z.int(),
  expectedModemMinutes: z.number(),
  lostModemMinutes: z.number(),
  /** 288 cells of five minutes, the oldest first. */
  cells: z.array(UptimeCell),
})
export type Uptime = z.output<typeof Uptime>

export const readUptime = endpoint({
  tag: 'Monitoring',
  guard: readUptimes,
  name: 'readUptime',
  method: 'GET',
  url: '/api/uptime',
  summary: 'Read the uptime of the last 24 hours of an account and of each of its deployments',
  query: z.strictObject({ account: oneLine(100) }),
  reply: halList('uptime', Uptime),
  problems: [analyticsProblems['analytics-account-not-found']],
})

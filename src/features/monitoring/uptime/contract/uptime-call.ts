import * as z from 'zod/mini'
import { Stage } from '#features/accounts/accounts/contract.ts'
import { analyticsProblems } from '#features/monitoring/analytics/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { halList } from '#kit/contract/hal.ts'
import { oneLine } from '#kit/contract/one-line.ts'
import { readUptimes } from './uptime-permissions.ts'

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

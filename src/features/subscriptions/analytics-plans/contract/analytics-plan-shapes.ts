import * as z from 'zod/mini'
import { FacetValue } from '#features/accounts/accounts/contract.ts'

export const syncStates = ['Synced', 'Different'] as const

/** A service whose value in the analytics system is not the one in the portal; null = none. */
export const ServiceDifference = z.object({
  /** The name of the service in the analytics system. */
  service: z.string(),
  portal: z.nullable(FacetValue),
  analytics: z.nullable(FacetValue),
})
export type ServiceDifference = z.output<typeof ServiceDifference>

/** What the analytics system has of an account's subscription, beside the portal's. */
export const AnalyticsPlan = z.object({
  accountId: z.string(),
  account: z.string(),
  accountDisplayName: z.string(),
  state: z.enum(syncStates),
  /** The plan in the portal. */
  plan: z.nullable(z.string()),
  /** The plan in the analytics system. */
  analyticsPlan: z.nullable(z.string()),
  differences: z.array(ServiceDifference),
  pushed: z.nullable(z.iso.datetime()),
  /** A push that has not arrived: it waits for the connected system, or failed. */
  push: z.nullable(
    z.object({ state: z.enum(['WAITING', 'FAILED']), error: z.nullable(z.string()), at: z.iso.datetime() }),
  ),
})
export type AnalyticsPlan = z.output<typeof AnalyticsPlan>

/** The system that plans are pushed to, and how far it is. */
export const AnalyticsSystem = z.object({
  /** `embedded` while none is connected: the portal itself keeps what was last pushed. */
  system: z.string(),
  /** The id of its connection. */
  connection: z.nullable(z.string()),
  /** When all of its plans were last read. */
  read: z.nullable(z.iso.datetime()),
  /** Its plans are being read. */
  reading: z.boolean(),
  /** Pushes that wait, and pushes that failed for good. */
  waiting: z.int(),
  failed: z.int(),
  /** Why the last attempt failed, while something waits or has failed. */
  failure: z.nullable(z.string()),
})
export type AnalyticsSystem = z.output<typeof AnalyticsSystem>

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
})
export type AnalyticsPlan = z.output<typeof AnalyticsPlan>

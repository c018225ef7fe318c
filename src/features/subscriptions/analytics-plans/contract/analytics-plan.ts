import * as z from 'zod/mini'
import { everyVendorRole, roles } from '#features/access/roles/contract.ts'
import { FacetValue } from '#features/accounts/accounts/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { halList, listQuery } from '#kit/contract/hal.ts'
import { permission } from '#kit/contract/permission.ts'
import { problems } from '#kit/contract/problem.ts'

/** Push plans to the analytics system. */
export const manageAnalyticsPlans = permission(
  'subscription:analytics:sync',
  'Push analytics plans',
  roles('ADMIN', 'CENTRAL'),
)
/** See whether the analytics system has the plans of the accounts. */
export const readAnalyticsPlans = permission(
  'subscription:analytics:read',
  'See whether analytics plans are in step',
  everyVendorRole,
)

export const analyticsPlanProblems = problems({
  'analytics-plan-account-not-found': { status: 404, text: 'This account was not found.' },
  'analytics-plan-changed': {
    status: 409,
    text: 'The plan of {account} was changed meanwhile. Read the page again and compare before you push.',
  },
  'analytics-system-not-connected': {
    status: 409,
    text: 'No analytics system is connected. The portal keeps what was last pushed.',
  },
})

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

const url = '/api/subscriptions/analytics/plans'
const plans = { tag: 'Analytics plans', guard: manageAnalyticsPlans, method: 'POST' } as const
const byAccount = z.strictObject({ accountId: z.string().check(z.regex(/^\d{1,15}$/)) })
const notFound = analyticsPlanProblems['analytics-plan-account-not-found']

export const listAnalyticsPlans = endpoint({
  ...plans,
  guard: readAnalyticsPlans,
  method: 'GET',
  name: 'listAnalyticsPlans',
  url,
  summary: "Compare the accounts' plans and services with those in the analytics system",
  query: listQuery(['account'], {
    account: z.optional(z.string().check(z.maxLength(64))),
    state: z.optional(z.array(z.enum(syncStates))),
    q: z.optional(z.string().check(z.maxLength(200))),
  }),
  reply: halList('plans', AnalyticsPlan),
  problems: [],
})
export const syncEveryAnalyticsPlan = endpoint({
  ...plans,
  name: 'syncEveryAnalyticsPlan',
  url: `${url}/sync`,
  summary: 'Push the plans that differ, of all accounts, in the background',
  /** The accounts that are pushed. */
  reply: z.object({ accounts: z.int() }),
  status: 202,
  problems: [],
})
export const syncAnalyticsPlan = endpoint({
  ...plans,
  name: 'syncAnalyticsPlan',
  url: `${url}/sync/{accountId}`,
  summary: "Push an account's plan where it differs",
  params: byAccount,
  reply: AnalyticsPlan,
  problems: [notFound],
})
export const pushAnalyticsPlan = endpoint({
  ...plans,
  name: 'pushAnalyticsPlan',
  url: `${url}/{accountId}`,
  summary: "Push an account's plan, if it is still the one that is named",
  params: byAccount,
  body: z.strictObject({
    /** The name of the plan as it was read; null = none. */
    plan: z.nullable(z.string().check(z.maxLength(60))),
  }),
  reply: AnalyticsPlan,
  problems: [notFound, analyticsPlanProblems['analytics-plan-changed']],
})
export const readAnalyticsSystem = endpoint({
  ...plans,
  guard: readAnalyticsPlans,
  method: 'GET',
  name: 'readAnalyticsSystem',
  url: `${url}/system`,
  summary: 'The analytics system that plans are pushed to, and what waits for it',
  reply: AnalyticsSystem,
  problems: [],
})
export const refreshAnalyticsPlans = endpoint({
  ...plans,
  name: 'refreshAnalyticsPlans',
  url: `${url}/refresh`,
  summary: 'Read the plans of all accounts in the connected analytics system, in the background',
  reply: AnalyticsSystem,
  status: 202,
  problems: [analyticsPlanProblems['analytics-system-not-connected']],
})

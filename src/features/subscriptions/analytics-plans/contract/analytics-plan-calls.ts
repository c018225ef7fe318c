import * as z from 'zod/mini'
import { endpoint } from '#kit/contract/endpoint.ts'
import { halList, listQuery } from '#kit/contract/hal.ts'
import { manageAnalyticsPlans, readAnalyticsPlans } from './analytics-plan-permissions.ts'
import { analyticsPlanProblems } from './analytics-plan-problems.ts'
import { AnalyticsPlan, AnalyticsSystem, syncStates } from './analytics-plan-shapes.ts'

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

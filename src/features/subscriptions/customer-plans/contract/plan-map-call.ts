import * as z from 'zod/mini'
import { endpoint } from '#kit/contract/endpoint.ts'
import { readSubscriptions } from './read-subscriptions.ts'
import { CustomerPlan, SOON_DAYS } from './subscription.ts'

/** The plan of an account in a list of accounts. */
export const PlanSummary = z.object({
  plan: z.nullable(z.string()),
  state: CustomerPlan.shape.state,
  daysLeft: CustomerPlan.shape.daysLeft,
})
export type PlanSummary = z.output<typeof PlanSummary>

/** Whether a plan, or a trial of one, ends in fewer than `SOON_DAYS` days. */
export function endsSoon({ plan, daysLeft }: PlanSummary): boolean {
  return plan !== null && daysLeft !== null && daysLeft >= 0 && daysLeft < SOON_DAYS
}

export const readPlanMap = endpoint({
  tag: 'Customer subscriptions',
  guard: readSubscriptions,
  name: 'readPlanMap',
  method: 'GET',
  url: '/api/subscriptions/customer/plans/map',
  summary: 'Read the plan of each account that you can see: account name → plan, state and days left',
  query: z.strictObject({}),
  reply: z.object({ map: z.record(z.string(), PlanSummary) }),
  problems: [],
})

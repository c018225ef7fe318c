import * as z from 'zod/mini'
import { endpoint } from '#kit/contract/endpoint.ts'
import { readSubscriptionHistory, subscriptionFilters } from './subscription.ts'

/** Sums of one currency; amounts in its minor units. They are never added across currencies. */
export const SubscriptionTotal = z.object({
  currency: z.string(),
  /** Subscriptions with a contract value. */
  subscriptions: z.int(),
  contractValue: z.int(),
  /** The revenue of a year and of a month, with fractions of a minor unit. */
  arr: z.number(),
  mrr: z.number(),
})
export type SubscriptionTotal = z.output<typeof SubscriptionTotal>

export const readSubscriptionTotals = endpoint({
  tag: 'Customer subscriptions',
  guard: readSubscriptionHistory,
  name: 'readSubscriptionTotals',
  method: 'GET',
  url: '/api/subscriptions/customer/plans/totals',
  summary: 'Sum contract values and revenue of subscriptions, by currency',
  query: z.strictObject(subscriptionFilters),
  reply: z.object({ totals: z.array(SubscriptionTotal) }),
  problems: [],
})

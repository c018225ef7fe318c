import * as z from 'zod/mini'
import { subscriptionStates } from './subscription.ts'

/** The filters of the list of subscriptions and of its totals. */
export const subscriptionFilters = {
  q: z.optional(z.string().check(z.maxLength(200))),
  account: z.optional(z.string().check(z.maxLength(64))),
  /** Names of plans; `none` for accounts without one. */
  plan: z.optional(z.array(z.string().check(z.maxLength(60)))),
  state: z.optional(z.array(z.enum(subscriptionStates))),
  /** Subscriptions that expire in 30 days, trials too. */
  expiring: z.optional(z.boolean()),
  showToCustomer: z.optional(z.boolean()),
}

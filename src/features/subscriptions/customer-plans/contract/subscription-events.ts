import * as z from 'zod/mini'
import { changesTo, defineEvent } from '#kit/contract/event.ts'

/** A subscription changed: `data.changes` by field, overrides by the name of their service. */
export const subscriptionChanged = defineEvent('subscription.changed', {
  audience: 'vendor',
  text: 'changed the subscription',
  data: {
    changes: changesTo({
      plan: z.string(),
      freeTrial: z.boolean(),
      expirationDate: z.string(),
      contractStartDate: z.string(),
      contractLength: z.int(),
      cmNumber: z.int(),
      contractValue: z.int(),
      currency: z.string(),
      quoteUrl: z.string(),
      additionalFeatures: z.string(),
      showToCustomer: z.boolean(),
      'facet-users-max-users': z.strictObject({ isInfinity: z.boolean(), numberValue: z.int() }),
      'facet-data-kept': z.strictObject({ isInfinity: z.boolean(), numberValue: z.int() }),
      'facet-deployments-max-deployments': z.strictObject({ isInfinity: z.boolean(), numberValue: z.int() }),
    }),
  },
})
/** A subscription expires soon, or has expired: `data.threshold`, `data.expires`, `data.plan`, `data.daysLeft`. */
export const subscriptionExpiring = defineEvent('subscription.expiring', {
  audience: 'vendor',
  text: 'sent a reminder that the subscription expires',
  data: { plan: z.string(), expires: z.string(), threshold: z.int(), daysLeft: z.int() },
})

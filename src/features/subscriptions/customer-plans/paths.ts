import { pagePath } from '#kit/contract/page-path.ts'

/** The subscriptions of all accounts. */
export const subscriptionsPath = pagePath('/admin/subscriptions/customers')

/** A subscription. */
export const subscriptionPath = pagePath('/admin/subscriptions/customers/$subscriptionId')

/** The subscription of an account. */
export const accountSubscriptionPath = pagePath('/$account/$accountId/subscription')

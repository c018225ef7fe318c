import { defineEvent } from '#kit/contract/event.ts'

/** A subscription changed: `data.changes` by field, overrides by the name of their service. */
export const subscriptionChanged = defineEvent('subscription.changed', 'vendor')
/** A subscription expires soon, or has expired: `data.threshold`, `data.expires`, `data.plan`, `data.daysLeft`. */
export const subscriptionExpiring = defineEvent('subscription.expiring', 'vendor')

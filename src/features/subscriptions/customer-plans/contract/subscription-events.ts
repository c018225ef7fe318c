import { defineEvent } from '#kit/contract/event.ts'

/** A subscription changed: `data.changes` by field, overrides by the name of their service. */
export const subscriptionChanged = defineEvent('subscription.changed', 'vendor')

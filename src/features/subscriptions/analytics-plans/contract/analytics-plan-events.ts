import { defineEvent } from '#kit/contract/event.ts'

/** The analytics system got the plan and the services of an account: `data.changes` by service. */
export const analyticsPlanPushed = defineEvent('subscription.analytics-plan-pushed', 'vendor')
/** The plans of all accounts that differ are being pushed. */
export const analyticsSyncStarted = defineEvent('subscription.analytics-sync-started', 'vendor')
/** A push of the plan of an account waits for the connected analytics system. */
export const analyticsPushRequested = defineEvent('subscription.analytics-push-requested', 'vendor')
/** The plans in the connected analytics system are to be read. */
export const analyticsReadRequested = defineEvent('subscription.analytics-read-requested', 'vendor')

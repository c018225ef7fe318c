import { defineEvent } from '#kit/contract/event.ts'

/** The analytics system got the plan and the services of an account: `data.changes` by service. */
export const analyticsPlanPushed = defineEvent('subscription.analytics-plan-pushed', 'vendor')
/** The plans of all accounts that differ are being pushed. */
export const analyticsSyncStarted = defineEvent('subscription.analytics-sync-started', 'vendor')

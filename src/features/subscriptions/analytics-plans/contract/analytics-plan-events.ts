import * as z from 'zod/mini'
import { changesTo, defineEvent } from '#kit/contract/event.ts'

/** The analytics system got the plan and the services of an account: `data.changes` by service. */
export const analyticsPlanPushed = defineEvent('subscription.analytics-plan-pushed', {
  audience: 'vendor',
  text: 'pushed the plan to the analytics system',
  data: {
    changes: changesTo({
      plan: z.string(),
      'facet-chat-enabled': z.strictObject({ booleanValue: z.boolean() }),
      'facet-support-hours': z.strictObject({ listValue: z.string() }),
      'facet-network-modems': z.strictObject({ isInfinity: z.boolean(), numberValue: z.int() }),
      'facet-users-max-users': z.strictObject({ isInfinity: z.boolean(), numberValue: z.int() }),
      'facet-api-max-calls-day': z.strictObject({ isInfinity: z.boolean(), numberValue: z.int() }),
      'facet-storage-max-bytes': z.strictObject({ isInfinity: z.boolean(), numberValue: z.int() }),
      'facet-downloads-max-month': z.strictObject({ isInfinity: z.boolean(), numberValue: z.int() }),
      'facet-support-case-filing': z.strictObject({ booleanValue: z.boolean() }),
      'facet-analytics-max-series': z.strictObject({ isInfinity: z.boolean(), numberValue: z.int() }),
      'facet-support-first-response': z.strictObject({ listValue: z.string() }),
      'facet-support-named-engineer': z.strictObject({ booleanValue: z.boolean() }),
      'facet-analytics-retention-days': z.strictObject({ isInfinity: z.boolean(), numberValue: z.int() }),
      'facet-deployments-max-deployments': z.strictObject({ isInfinity: z.boolean(), numberValue: z.int() }),
      seats: z.strictObject({ isInfinity: z.boolean(), numberValue: z.int() }),
    }),
  },
})
/** The plans of all accounts that differ are being pushed. */
export const analyticsSyncStarted = defineEvent('subscription.analytics-sync-started', {
  audience: 'vendor',
  text: 'started to push all analytics plans that differ',
  data: { accounts: z.int() },
})
/** A push of the plan of an account waits for the connected analytics system. */
export const analyticsPushRequested = defineEvent('subscription.analytics-push-requested', {
  audience: 'vendor',
  text: 'requested a push of the plan to the analytics system',
  data: {
    changes: changesTo({
      plan: z.string(),
      'facet-analytics-max-series': z.strictObject({ isInfinity: z.boolean(), numberValue: z.int() }),
      'facet-analytics-retention-days': z.strictObject({ isInfinity: z.boolean(), numberValue: z.int() }),
      'facet-api-max-calls-day': z.strictObject({ isInfinity: z.boolean(), numberValue: z.int() }),
      'facet-chat-enabled': z.strictObject({ booleanValue: z.boolean() }),
      'facet-deployments-max-deployments': z.strictObject({ isInfinity: z.boolean(), numberValue: z.int() }),
      'facet-downloads-max-month': z.strictObject({ isInfinity: z.boolean(), numberValue: z.int() }),
      'facet-network-modems': z.strictObject({ isInfinity: z.boolean(), numberValue: z.int() }),
      'facet-storage-max-bytes': z.strictObject({ isInfinity: z.boolean(), numberValue: z.int() }),
      'facet-support-case-filing': z.strictObject({ booleanValue: z.boolean() }),
      'facet-support-first-response': z.strictObject({ listValue: z.string() }),
      'facet-support-hours': z.strictObject({ listValue: z.string() }),
      'facet-support-named-engineer': z.strictObject({ booleanValue: z.boolean() }),
      'facet-users-max-users': z.strictObject({ isInfinity: z.boolean(), numberValue: z.int() }),
      seats: z.strictObject({ isInfinity: z.boolean(), numberValue: z.int() }),
    }),
  },
})
/** The plans in the connected analytics system are to be read. */
export const analyticsReadRequested = defineEvent('subscription.analytics-read-requested', {
  audience: 'vendor',
  text: 'requested to read the plans of the analytics system',
})

import { accountEvents } from '#features/accounts/accounts/contract.ts'
import { connectionStarted } from '#features/platform/connections/contract.ts'
import { deleteConnectionMessages } from '#features/platform/connections/server/index.ts'
import { noUser } from '#kit/server/events/event.ts'
import { on } from '#kit/server/events/event-handler.ts'
import { halPage } from '#kit/server/list/hal-list.ts'
import type { Feature } from '#kit/server/portal.ts'
import { registerCommand, serve } from '#kit/server/serve/serve.ts'
import {
  listAnalyticsPlans,
  pushAnalyticsPlan,
  readAnalyticsSystem,
  refreshAnalyticsPlans,
  syncAnalyticsPlan,
  syncEveryAnalyticsPlan,
} from '../contract.ts'
import { CONNECTION, enqueueRead } from './analytics-connection.ts'
import { comparePlans } from './compare-plans.ts'
import { erasePlan } from './plan-store.ts'
import { pushOne, syncOne } from './push-plans.ts'
import { syncAll, syncTask } from './sync-task.ts'
import { refresh, systemState } from './system-state.ts'

export { analyticsPlansAdapter } from './analytics-connection.ts'
export type { AnalyticsPlanSystem, HeldPlan } from './analytics-system.ts'
export { makeDemoAnalyticsPlans } from './demo-plans.ts'

/** What the analytics system has of the accounts' plans, and the pushing of plans to it. */
export const analyticsPlansFeature: Feature = {
  name: 'analytics-plans',
  serve(portal) {
    serve(portal, listAnalyticsPlans, async (call) =>
      halPage(call, 'plans', await comparePlans(portal.db, call.session, call.query)),
    )
    serve(portal, readAnalyticsSystem, () => systemState(portal.db))
    registerCommand(portal, refreshAnalyticsPlans, refresh)
    registerCommand(portal, pushAnalyticsPlan, pushOne)
    registerCommand(portal, syncAnalyticsPlan, syncOne)
    registerCommand(portal, syncEveryAnalyticsPlan, syncAll)
  },
  tasks: (portal) => [syncTask(portal)],
  eventHandlers: () => [
    on(connectionStarted, 'analytics-plans.read', async ({ subjectId }, tx) => {
      if (subjectId === CONNECTION) await enqueueRead(tx, noUser)
    }),
    on(accountEvents.erased, 'analytics-plans.erase', async ({ accountId }, tx) => {
      await erasePlan(tx, accountId!)
      await deleteConnectionMessages(tx, CONNECTION, String(accountId))
    }),
  ],
}

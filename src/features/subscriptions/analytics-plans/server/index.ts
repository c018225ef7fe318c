import { accountEvents } from '#features/accounts/accounts/contract.ts'
import { halPage } from '#kit/server/list/hal-list.ts'
import type { Feature } from '#kit/server/portal.ts'
import { registerCommand, serve } from '#kit/server/serve/serve.ts'
import { listAnalyticsPlans, pushAnalyticsPlan, syncAnalyticsPlan, syncEveryAnalyticsPlan } from '../contract.ts'
import { comparePlans, erasePushedPlan } from './compare-plans.ts'
import { pushOne, syncAll, syncOne, syncTask } from './push-plans.ts'

export { makeDemoAnalyticsPlans } from './demo-plans.ts'

/** What the analytics system has of the accounts' plans, and the pushing of plans to it. */
export const analyticsPlansFeature: Feature = {
  name: 'analytics-plans',
  serve(portal) {
    serve(portal, listAnalyticsPlans, async (call) =>
      halPage(call, 'plans', await comparePlans(portal.db, call.session, call.query)),
    )
    registerCommand(portal, pushAnalyticsPlan, pushOne)
    registerCommand(portal, syncAnalyticsPlan, syncOne)
    registerCommand(portal, syncEveryAnalyticsPlan, syncAll)
  },
  tasks: (portal) => [syncTask(portal)],
  eventHandlers: () => [
    {
      event: accountEvents.erased.name,
      name: 'analytics-plans.erase',
      run: ({ accountId }, tx) => erasePushedPlan(tx, accountId!),
    },
  ],
}

import { readSort } from '#kit/contract/hal.ts'
import { etagOf, respond } from '#kit/server/handler-response.ts'
import { sendCsv, wantsCsv } from '#kit/server/list/csv.ts'
import { halPage, halSinglePage, halStream } from '#kit/server/list/hal-list.ts'
import type { AppContext, Feature } from '#kit/server/portal.ts'
import { registerCommand, serve } from '#kit/server/serve/serve.ts'
import {
  changePlans,
  editCustomerPlan,
  listCustomerPlans,
  listSubscriptionHistory,
  previewSubscriptions,
  readBurnDown,
  readCustomerPlan,
  readPlanMap,
  readSubscriptionOn,
  readSubscriptionTotals,
  readSubscriptionUsage,
} from '../contract.ts'
import { burnDownOf, countModemsTask } from './burn-down.ts'
import { changeManyPlans, changeSubscription } from './change-subscription.ts'
import { historyOf, termsOn } from './history.ts'
import { eachSubscription, findSubscriptions, subscriptionColumns, totalsOf } from './list-subscriptions.ts'
import { planMapOf } from './plan-map.ts'
import { previewChange } from './preview.ts'
import { reminderTask } from './remind.ts'
import { findSubscription, subscriptionDetail } from './subscription-store.ts'
import { usageOf } from './usage.ts'

export { giveDefaultSubscription } from './default-subscription.ts'
export { makeDemoSubscriptions } from './demo-subscriptions.ts'
export { subscriptionTemplateEvents } from './subscription-template-events.ts'

/** Subscriptions of customers: one an account. */
export const customerPlansFeature: Feature = {
  name: 'customer-plans',
  serve: serveSubscriptions,
  tasks: (portal) => [reminderTask(portal), countModemsTask(portal)],
}

function serveSubscriptions(portal: AppContext): void {
  const { db } = portal
  serve(portal, listCustomerPlans, async (call) => {
    if (wantsCsv(call.request))
      return sendCsv(
        call.reply,
        'subscriptions.csv',
        subscriptionColumns,
        eachSubscription(db, call.session, call.query),
      )
    return halStream(call, 'plans', await findSubscriptions(db, call.session, call.query))
  })
  serve(portal, readSubscriptionTotals, async ({ session, query }) => ({ totals: await totalsOf(db, session, query) }))
  serve(portal, readPlanMap, async ({ session }) => ({ map: await planMapOf(db, session) }))
  serve(portal, readCustomerPlan, async (call) => {
    const { id } = await findSubscription(db, call.session, call.params.id)
    const detail = await subscriptionDetail(db, call.session, id)
    return respond(detail, { etag: etagOf(detail.version) })
  })
  serve(portal, previewSubscriptions, async (call) => halSinglePage(call, 'accounts', await previewChange(db, call)))
  registerCommand(portal, editCustomerPlan, changeSubscription)
  registerCommand(portal, changePlans, changeManyPlans)
  serve(portal, listSubscriptionHistory, async (call) => {
    const subscription = await findSubscription(db, call.session, call.params.id)
    const { descending } = readSort(call.query.sort, { field: 'at', descending: true })[0]!
    return halPage(call, 'changes', await historyOf(db, subscription, { ...call.query, descending }))
  })
  serve(portal, readSubscriptionOn, async ({ session, params }) => {
    const subscription = await findSubscription(db, session, params.id)
    return { day: params.day, terms: await termsOn(db, subscription, params.day) }
  })
  serve(portal, readBurnDown, async ({ session, params }) =>
    burnDownOf(db, await findSubscription(db, session, params.id)),
  )
  serve(portal, readSubscriptionUsage, async (call) => {
    const subscription = await findSubscription(db, call.session, call.params.id)
    return halSinglePage(call, 'limits', await usageOf(db, subscription))
  })
}

export {
  BurnDown,
  type CountedDeployment,
  FORECAST_DAYS,
  type ModemCount,
  readBurnDown,
} from './contract/burn-down-call.ts'
export { endsSoon, type PlanSummary, readPlanMap } from './contract/plan-map-call.ts'
export { type PreviewedAccount, previewSubscriptions } from './contract/preview-call.ts'
export { readSubscriptions } from './contract/read-subscriptions.ts'
export {
  CustomerPlan,
  type CustomerPlanDetail,
  changePlans,
  type EffectiveService,
  editCustomerPlan,
  editSubscriptions,
  listCustomerPlans,
  listSubscriptionHistory,
  type Reminder,
  readCustomerPlan,
  readSubscriptionHistory,
  readSubscriptionOn,
  readSubscriptionUsage,
  reminderDays,
  type ServiceUsage,
  SOON_DAYS,
  type SubscriptionChange,
  type SubscriptionState,
  subscriptionProblems,
  subscriptionStates,
} from './contract/subscription.ts'
export { subscriptionChanged, subscriptionExpiring } from './contract/subscription-events.ts'
export { readSubscriptionTotals, type SubscriptionTotal } from './contract/totals-call.ts'

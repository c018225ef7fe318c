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
  changePlans,
  editCustomerPlan,
  listCustomerPlans,
  listSubscriptionHistory,
  readCustomerPlan,
  readSubscriptionOn,
  readSubscriptionUsage,
} from './contract/subscription-calls.ts'
export { reminderDays, SOON_DAYS, type SubscriptionState, subscriptionStates } from './contract/subscription-enums.ts'
export { subscriptionChanged, subscriptionExpiring } from './contract/subscription-events.ts'
export { editSubscriptions, readSubscriptionHistory } from './contract/subscription-permissions.ts'
export { subscriptionProblems } from './contract/subscription-problems.ts'
export {
  CustomerPlan,
  type CustomerPlanDetail,
  type EffectiveService,
  type Reminder,
  type ServiceUsage,
  type SubscriptionChange,
} from './contract/subscription-shapes.ts'
export { readSubscriptionTotals, type SubscriptionTotal } from './contract/totals-call.ts'

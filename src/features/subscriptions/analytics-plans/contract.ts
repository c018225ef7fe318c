export {
  type AnalyticsPlan,
  type AnalyticsSystem,
  analyticsPlanProblems,
  listAnalyticsPlans,
  manageAnalyticsPlans,
  pushAnalyticsPlan,
  readAnalyticsPlans,
  readAnalyticsSystem,
  refreshAnalyticsPlans,
  type ServiceDifference,
  syncAnalyticsPlan,
  syncEveryAnalyticsPlan,
} from './contract/analytics-plan.ts'
export {
  analyticsPlanPushed,
  analyticsPushRequested,
  analyticsReadRequested,
  analyticsSyncStarted,
} from './contract/analytics-plan-events.ts'

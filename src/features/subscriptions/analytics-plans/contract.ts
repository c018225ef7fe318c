export {
  listAnalyticsPlans,
  pushAnalyticsPlan,
  readAnalyticsSystem,
  refreshAnalyticsPlans,
  syncAnalyticsPlan,
  syncEveryAnalyticsPlan,
} from './contract/analytics-plan-calls.ts'
export {
  analyticsPlanPushed,
  analyticsPushRequested,
  analyticsReadRequested,
  analyticsSyncStarted,
} from './contract/analytics-plan-events.ts'
export { manageAnalyticsPlans, readAnalyticsPlans } from './contract/analytics-plan-permissions.ts'
export { analyticsPlanProblems } from './contract/analytics-plan-problems.ts'
export type { AnalyticsPlan, AnalyticsSystem, ServiceDifference } from './contract/analytics-plan-shapes.ts'

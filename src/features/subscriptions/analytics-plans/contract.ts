export {
  listAnalyticsPlans,
  pushAnalyticsPlan,
  syncAnalyticsPlan,
  syncEveryAnalyticsPlan,
} from './contract/analytics-plan-calls.ts'
export { analyticsPlanPushed, analyticsSyncStarted } from './contract/analytics-plan-events.ts'
export { manageAnalyticsPlans, readAnalyticsPlans } from './contract/analytics-plan-permissions.ts'
export { analyticsPlanProblems } from './contract/analytics-plan-problems.ts'
export { type AnalyticsPlan, type ServiceDifference, syncStates } from './contract/analytics-plan-shapes.ts'

import type { AnalyticsPlan } from '../contract.ts'

/** What a push changes, as events record it: the plan and the services, before and after. */
export function changesOfPlan({ plan, analyticsPlan, differences }: AnalyticsPlan) {
  const services = differences.map(({ service, portal, analytics }) => [service, [analytics, portal]])
  return { ...(plan === analyticsPlan ? {} : { plan: [analyticsPlan, plan] }), ...Object.fromEntries(services) }
}

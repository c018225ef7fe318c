import { pagePath } from '#kit/contract/page-path.ts'

/** The plans of analytics. */
export const analyticsPlansPath = pagePath('/admin/subscriptions/analytics')

import { pagePath } from '#kit/contract/page-path.ts'

/** The plans. */
export const plansPath = pagePath('/admin/subscriptions/plans')

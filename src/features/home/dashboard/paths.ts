import { pagePath } from '#kit/contract/page-path.ts'

/** The dashboard of the vendor. */
export const dashboardPath = pagePath('/dashboard')

/** The dashboard of an account. */
export const accountDashboardPath = pagePath('/$account/$accountId/dashboard')

/** The accounts to choose from. */
export const chooseAccountPath = pagePath('/accounts')

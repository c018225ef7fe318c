import { pagePath } from '#kit/contract/page-path.ts'

/** The accounts with their analytics. */
export const analyticsPath = pagePath('/analytics')

/** The analytics of an account. */
export const accountAnalyticsPath = pagePath('/$account/$accountId/analytics')

/** The report of an account's analytics. */
export const analyticsReportPath = pagePath('/$account/$accountId/analytics/report')

/** The settings of an account's analytics. */
export const analyticsSettingsPath = pagePath('/$account/$accountId/analytics/settings')

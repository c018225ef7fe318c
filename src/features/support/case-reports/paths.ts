import { pagePath } from '#kit/contract/page-path.ts'

/** The report of all cases. */
export const casesReportPath = pagePath('/support/report')

/** The report of an account's cases. */
export const accountCasesReportPath = pagePath('/$account/$accountId/support/report')

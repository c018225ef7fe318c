import { pagePath } from '#kit/contract/page-path.ts'

/** What the detector of outages decided for an account. */
export const outageLogPath = pagePath('/$account/$accountId/support/outages/log')

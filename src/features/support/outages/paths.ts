import { pagePath } from '#kit/contract/page-path.ts'

/** The outages of all accounts. */
export const outagesPath = pagePath('/support/outages')

/** The outages of an account. */
export const accountOutagesPath = pagePath('/$account/$accountId/support/outages')

/** An outage. */
export const outagePath = pagePath('/$account/$accountId/support/outages/$outageKey')

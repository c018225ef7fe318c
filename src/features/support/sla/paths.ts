import { pagePath } from '#kit/contract/page-path.ts'

/** The service levels of an account. */
export const slaPath = pagePath('/$account/$accountId/support/sla')

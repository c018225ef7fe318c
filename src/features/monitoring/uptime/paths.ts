import { pagePath } from '#kit/contract/page-path.ts'

/** The uptime of an account. */
export const uptimePath = pagePath('/$account/$accountId/uptime')

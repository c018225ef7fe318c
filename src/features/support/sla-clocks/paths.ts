import { pagePath } from '#kit/contract/page-path.ts'

/** The targets of service levels. */
export const slaTargetsPath = pagePath('/support/sla-targets')

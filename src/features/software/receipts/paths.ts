import { pagePath } from '#kit/contract/page-path.ts'

/** The verification of software. */
export const verificationPath = pagePath('/$account/$accountId/software/verification')

import { pagePath } from '#kit/contract/page-path.ts'

/** The certificates of an account. */
export const certificatesPath = pagePath('/$account/$accountId/infrastructure/certificates')

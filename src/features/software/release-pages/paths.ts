import { pagePath } from '#kit/contract/page-path.ts'

/** The releases that wait for an approval. */
export const approvalsPath = pagePath('/software/approvals')

/** The releases of an account. */
export const releasesPath = pagePath('/$account/$accountId/software')

/** A release. */
export const releasePath = pagePath('/$account/$accountId/software/$releaseId')

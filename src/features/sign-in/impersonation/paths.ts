import { pagePath } from '#kit/contract/page-path.ts'

/** The record of impersonations. */
export const impersonationsPath = pagePath('/admin/impersonations')

/** The impersonations of an account's users. */
export const accountImpersonationsPath = pagePath('/$account/$accountId/impersonations')

import { pagePath } from '#kit/contract/page-path.ts'

const search = ['account', 'userId', 'action', 'q', 'requestId', 'atFrom', 'atTo', 'impersonated', 'entry'] as const

/** The audit log of all accounts, for vendor staff. */
export const auditPath = pagePath('/admin/audit', search)

/** The audit log of an account. */
export const accountAuditPath = pagePath('/$account/$accountId/audit', search)

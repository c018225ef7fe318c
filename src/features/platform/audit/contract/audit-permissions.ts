import { everyVendorRole, roles } from '#features/access/roles/contract.ts'
import { permission } from '#kit/contract/permission.ts'

/**
 * The audit log: an administrator all of it, vendor staff their own actions and events of their accounts, managers
 * their account.
 */
export const readAudit = permission('audit:read', 'Read the audit log', everyVendorRole, roles('MANAGER'))
/** All of it, including events visible to one user alone. */
export const readWholeAudit = permission('audit:read:all', 'Read the whole audit log', roles('ADMIN'))

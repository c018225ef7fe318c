import { assigned, everyVendorRole, roles } from '#features/access/roles/contract.ts'
import { permission } from '#kit/contract/permission.ts'

export const createAccounts = permission('account:create', roles('ADMIN'))
/** Delete accounts, see those that were deleted, and bring them back. */
export const deleteAccounts = permission('account:delete', roles('ADMIN'))
export const updateAccounts = permission('account:update', roles('ADMIN', 'HARMONIC_MANAGER'), assigned('HARMONIC_CSM'))
export const assignCsms = permission('account:csm:assign', roles('ADMIN', 'HARMONIC_MANAGER'))
/** Decide which account is under which, and whether a parent's people see it. */
export const federateAccounts = permission('account:federation', roles('ADMIN', 'HARMONIC_MANAGER'))
/** Demand a second factor of an account's people. */
export const requireMfa = permission('account:mfa:require', roles('ADMIN', 'MANAGER'))
/** Write down what the plan of an account has room for: the specification's `subscription:customer:edit`. */
export const editPlans = permission('account:plan:edit', roles('ADMIN'), assigned('HARMONIC_CSM'))
export const changeLogos = permission('account:logo', roles('ADMIN', 'HARMONIC_CSM', 'MANAGER'))
/** Ask whether a name is free. Added to the table of rights: it is what those who make or ask for accounts need. */
export const testNames = permission(
  'account:test-name',
  roles('ADMIN', 'HARMONIC_MANAGER', 'HARMONIC_CSM', 'HARMONIC_LIFT_MANAGER'),
)
/** People who can be an account's customer-success manager. Added to the table of rights. */
export const readCsms = permission('account:csm:read', everyVendorRole)

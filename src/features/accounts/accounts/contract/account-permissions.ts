import { assignedGrants, everyVendorRole, roles } from '#features/access/roles/contract.ts'
import { permission } from '#kit/contract/permission.ts'

export const readAccounts = permission(
  'account:read',
  'Read accounts',
  everyVendorRole,
  roles('MANAGER', 'USER', 'FIELDTECH', 'CUST_CONTRACTOR'),
)

/** See the limits of an account's plan: the specification's `subscription:customer:read`. */
export const readPlans = permission('account:plan:read', 'Read plan limits', everyVendorRole, roles('MANAGER'))

export const createAccounts = permission('account:create', 'Create accounts', roles('ADMIN'))
/** Delete accounts, see deleted accounts, and restore them. */
export const deleteAccounts = permission('account:delete', 'Delete and restore accounts', roles('ADMIN'))
export const updateAccounts = permission(
  'account:update',
  'Edit accounts',
  roles('ADMIN', 'HARMONIC_MANAGER'),
  assignedGrants('HARMONIC_CSM'),
)
export const assignCsms = permission(
  'account:csm:assign',
  'Assign customer-success managers',
  roles('ADMIN', 'HARMONIC_MANAGER'),
)
/** Set the parent of an account, and whether users of the parent see the account. */
export const federateAccounts = permission(
  'account:federation',
  'Set parent accounts',
  roles('ADMIN', 'HARMONIC_MANAGER'),
)
/** Require a second factor of the users of an account. */
export const requireMfa = permission('account:mfa:require', 'Require second factors', roles('ADMIN', 'MANAGER'))
/** Set the limits of an account's plan: the specification's `subscription:customer:edit`. */
export const editPlans = permission(
  'account:plan:edit',
  'Edit plan limits',
  roles('ADMIN'),
  assignedGrants('HARMONIC_CSM'),
)
export const changeLogos = permission('account:logo', 'Change logos', roles('ADMIN', 'HARMONIC_CSM', 'MANAGER'))
/** Check whether a name is free. Added to the permission table: needed to create or request accounts. */
export const testNames = permission(
  'account:test-name',
  'Check whether an account name is available',
  roles('ADMIN', 'HARMONIC_MANAGER', 'HARMONIC_CSM', 'HARMONIC_LIFT_MANAGER'),
)
/** Users who can be an account's customer-success manager. Added to the permission table. */
export const readCsms = permission('account:csm:read', 'Read customer-success managers', everyVendorRole)

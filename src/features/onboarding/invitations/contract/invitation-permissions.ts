import { assignedGrants, roles } from '#features/access/roles/contract.ts'
import { permission } from '#kit/contract/permission.ts'

/**
 * Invite users: with customer roles in the accounts where the caller has the permission, with vendor roles by the
 * granting rule.
 */
export const createUsers = permission(
  'user:create',
  'Invite users',
  roles('ADMIN', 'HARMONIC_MANAGER', 'HARMONIC_LIFT_MANAGER', 'MANAGER'),
  assignedGrants('HARMONIC_CSM'),
)

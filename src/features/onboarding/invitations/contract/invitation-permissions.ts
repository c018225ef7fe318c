import { assigned, roles } from '#features/access/roles/contract.ts'
import { permission } from '#kit/contract/permission.ts'

/** Invite people: with customer roles in the accounts where one has the right, with vendor roles as the granting rule says. */
export const createUsers = permission(
  'user:create',
  roles('ADMIN', 'HARMONIC_MANAGER', 'HARMONIC_LIFT_MANAGER', 'MANAGER'),
  assigned('HARMONIC_CSM'),
)

import { assignedGrants, roles } from '#features/access/roles/contract.ts'
import { permission } from '#kit/contract/permission.ts'

/** Work as another user: administrators as anyone but an administrator, the other roles as customer users. */
export const impersonateUsers = permission(
  'user:impersonate',
  'Impersonate users',
  roles('ADMIN', 'HARMONIC_TAC_MANAGER'),
  assignedGrants('HARMONIC_CSM'),
)
/** Work as vendor staff too, except administrators. */
export const impersonateStaff = permission('user:impersonate-staff', 'Impersonate vendor staff', roles('ADMIN'))
/** Read who impersonated a user of the account, when and why. */
export const readImpersonations = permission(
  'impersonation:read',
  'Read the impersonation log',
  roles('ADMIN', 'HARMONIC_MANAGER', 'HARMONIC_TAC_MANAGER', 'MANAGER'),
  assignedGrants('HARMONIC_CSM'),
)

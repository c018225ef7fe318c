import { assigned, roles } from '#features/access/roles/contract.ts'
import { permission } from '#kit/contract/permission.ts'

/** Work as somebody else. An administrator as anyone but an administrator; the others as customer users. */
export const impersonateUsers = permission(
  'user:impersonate',
  roles('ADMIN', 'HARMONIC_TAC_MANAGER'),
  assigned('HARMONIC_CSM'),
)
/** Work as vendor staff too, administrators excepted. */
export const impersonateStaff = permission('user:impersonate-staff', roles('ADMIN'))
/** Read who worked as a person of the account, when and why. */
export const readImpersonations = permission(
  'impersonation:read',
  roles('ADMIN', 'HARMONIC_MANAGER', 'HARMONIC_TAC_MANAGER', 'MANAGER'),
  assigned('HARMONIC_CSM'),
)

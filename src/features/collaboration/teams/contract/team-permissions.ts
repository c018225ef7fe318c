import { roles } from '#features/access/roles/contract.ts'
import { permission } from '#kit/contract/permission.ts'

/** Create and change teams and their members; customers those of their accounts. */
export const manageTeams = permission(
  'team:manage',
  'Manage teams and their members',
  roles('ADMIN', 'HARMONIC_MANAGER', 'HARMONIC_TAC_MANAGER', 'HARMONIC_CSM', 'MANAGER'),
)

import { roles } from '#features/access/roles/contract.ts'
import { permission } from '#kit/contract/permission.ts'

/** See, create, rotate and revoke the credentials with which an account pulls its images. */
export const manageRegistryAccess = permission(
  'registry:credentials',
  'Manage registry access',
  roles('MANAGER', 'USER', 'ADMIN', 'RELMGR', 'HARMONIC_TAC_MANAGER'),
)

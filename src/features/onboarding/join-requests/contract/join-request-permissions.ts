import { assigned, roles } from '#features/access/roles/contract.ts'
import { permission } from '#kit/contract/permission.ts'

/** Admit users, as USER, or reject them. */
export const reviewJoinRequests = permission(
  'join-request:decide',
  'Approve or reject join requests',
  roles('ADMIN', 'HARMONIC_MANAGER', 'MANAGER'),
  assigned('HARMONIC_CSM'),
)

import { roles } from '#features/access/roles/contract.ts'
import { permission } from '#kit/contract/permission.ts'

/** Have users erased in the next nightly run. */
export const deleteUsers = permission('user:delete', 'Delete users', roles('ADMIN', 'HARMONIC_MANAGER'))
/** Approve the deletion of candidates, and see what they would leave behind. */
export const approveDeletions = permission(
  'user:deletion:approve',
  'Approve deletions of users',
  roles('ADMIN', 'HARMONIC_MANAGER'),
)
/** Configure when users become candidates. */
export const configureDeletion = permission(
  'user-deletion:configure',
  'Configure the deletion of users',
  roles('ADMIN', 'HARMONIC_MANAGER'),
)

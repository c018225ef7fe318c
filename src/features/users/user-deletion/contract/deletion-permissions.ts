import { roles } from '#features/access/roles/contract.ts'
import { permission } from '#kit/contract/permission.ts'

/** Have people erased in the next nightly run. */
export const deleteUsers = permission('user:delete', roles('ADMIN', 'HARMONIC_MANAGER'))
/** Approve the deletion of candidates, and look into what they would leave behind. */
export const approveDeletions = permission('user:deletion:approve', roles('ADMIN', 'HARMONIC_MANAGER'))
/** Say when somebody becomes a candidate. */
export const configureDeletion = permission('user-deletion:configure', roles('ADMIN', 'HARMONIC_MANAGER'))

import { roles } from '#features/access/roles/contract.ts'
import { permission } from '#kit/contract/permission.ts'

/** Create, change and delete the saved replies of the vendor's staff. */
export const manageSavedReplies = permission(
  'saved-reply:manage',
  'Create, edit and delete saved replies',
  roles('HARMONIC', 'HARMONIC_MANAGER', 'HARMONIC_TAC_MANAGER', 'HARMONIC_NOC', 'HARMONIC_CSM', 'ADMIN'),
)

import { everyVendorRole, roles } from '#features/access/roles/contract.ts'
import { permission } from '#kit/contract/permission.ts'

/** Write templates, activate and deactivate them, and bind events to them. */
export const manageTemplates = permission(
  'template:manage',
  'Edit templates and bind events to them',
  roles('ADMIN', 'HARMONIC_MANAGER', 'HARMONIC_TAC_MANAGER'),
)

/** Read templates, to write announcements with them. */
export const readTemplates = permission('template:read', 'See templates', everyVendorRole)

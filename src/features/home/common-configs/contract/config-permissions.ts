import { roles } from '#features/access/roles/contract.ts'
import { permission } from '#kit/contract/permission.ts'

/** Set the common links of the portal. */
export const manageCommonConfigs = permission(
  'common-config:manage',
  'Change the common links of the portal',
  roles('ADMIN', 'CENTRAL'),
)

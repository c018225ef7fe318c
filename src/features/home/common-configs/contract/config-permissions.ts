import { roles } from '#features/access/roles/contract.ts'
import { permission } from '#kit/contract/permission.ts'

/** Set the common links of the portal. */
export const manageCommonConfigs = permission('common-config:manage', roles('ADMIN', 'CENTRAL'))

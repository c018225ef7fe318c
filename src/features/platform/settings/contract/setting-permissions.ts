import { roles } from '#features/access/roles/contract.ts'
import { permission } from '#kit/contract/permission.ts'

/** Read and change the settings of the portal. */
export const editSettings = permission('settings:edit', 'Change the settings of the portal', roles('ADMIN', 'CENTRAL'))

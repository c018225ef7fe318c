import { everyVendorRole } from '#features/access/roles/contract.ts'
import { permission } from '#kit/contract/permission.ts'

/** Read the version, the state and the load of the portal. */
export const readSystem = permission('system-info:read', everyVendorRole)

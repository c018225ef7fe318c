import { everyVendorRole, roles } from '#features/access/roles/contract.ts'
import { permission } from '#kit/contract/permission.ts'

/** See alerts and who is on call. */
export const readAlerts = permission('alert:read', everyVendorRole)

/** Create, acknowledge and close alerts, and set who is on call. */
export const createAlerts = permission('alert:create', roles('ADMIN', 'HARMONIC_NOC', 'HARMONIC_TAC_MANAGER'))

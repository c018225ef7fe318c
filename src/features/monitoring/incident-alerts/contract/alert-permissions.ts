import { everyVendorRole, roles } from '#features/access/roles/contract.ts'
import { permission } from '#kit/contract/permission.ts'

/** See alerts and who is on call. */
export const readAlerts = permission('alert:read', 'See alerts and who is on call', everyVendorRole)

/** Connect an account to an alerting system. */
export const configureAlerting = permission(
  'plugin:configure',
  'Connect plugins of accounts',
  roles('ADMIN', 'CENTRAL'),
)

/** Create, acknowledge and close alerts, and set who is on call. */
export const createAlerts = permission(
  'alert:create',
  'Create and close alerts, and set who is on call',
  roles('ADMIN', 'HARMONIC_NOC', 'HARMONIC_TAC_MANAGER'),
)

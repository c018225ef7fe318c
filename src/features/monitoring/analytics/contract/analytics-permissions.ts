import { everyVendorRole, roles } from '#features/access/roles/contract.ts'
import { permission } from '#kit/contract/permission.ts'

/** Set analytics addresses and logins, inventory settings and thresholds, and reset high watermarks. */
export const configureMonitoring = permission(
  'monitoring:configure',
  'Set analytics connections, thresholds and the inventory',
  roles('ADMIN', 'CENTRAL', 'HARMONIC_NOC', 'HARMONIC_LIFT_MANAGER'),
)

/** See the daily inventory of an account's deployments. */
export const readInventories = permission(
  'inventory:read',
  'See the daily inventory of deployments',
  everyVendorRole,
  roles('MANAGER', 'USER'),
)

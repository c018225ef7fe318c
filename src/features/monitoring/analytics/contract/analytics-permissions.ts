import { roles } from '#features/access/roles/contract.ts'
import { permission } from '#kit/contract/permission.ts'

/** Set analytics addresses and logins, inventory settings and thresholds, and reset high watermarks. */
export const configureMonitoring = permission(
  'monitoring:configure',
  roles('ADMIN', 'CENTRAL', 'HARMONIC_NOC', 'HARMONIC_LIFT_MANAGER'),
)

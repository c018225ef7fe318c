import { everyVendorRole, roles } from '#features/access/roles/contract.ts'
import { permission } from '#kit/contract/permission.ts'

/** See how a deployment sends its metrics: its tokens, newest sample and rejected samples. */
export const readMonitoring = permission('monitoring:read', 'See how deployments send metrics', everyVendorRole)

/** Create and revoke the tokens of deployments. */
export const manageDeployments = permission(
  'deployment:manage',
  'Manage the tokens of deployments',
  roles('ADMIN', 'CENTRAL', 'HARMONIC_NOC', 'HARMONIC_LIFT_MANAGER'),
)

/** Query the metrics of an account's deployments. */
export const readAnalytics = permission('analytics:read', 'Query metrics', everyVendorRole, roles('MANAGER', 'USER'))

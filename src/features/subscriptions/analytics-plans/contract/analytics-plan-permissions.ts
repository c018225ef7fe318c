import { everyVendorRole, roles } from '#features/access/roles/contract.ts'
import { permission } from '#kit/contract/permission.ts'

/** Push plans to the analytics system. */
export const manageAnalyticsPlans = permission(
  'subscription:analytics:sync',
  'Push analytics plans',
  roles('ADMIN', 'CENTRAL'),
)
/** See whether the analytics system has the plans of the accounts. */
export const readAnalyticsPlans = permission(
  'subscription:analytics:read',
  'See whether analytics plans are in step',
  everyVendorRole,
)

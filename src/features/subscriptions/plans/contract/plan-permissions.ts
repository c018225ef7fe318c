import { everyVendorRole, roles } from '#features/access/roles/contract.ts'
import { permission } from '#kit/contract/permission.ts'

export const managePlans = permission('subscription:plan:manage', 'Edit subscription plans', roles('ADMIN'))
export const manageFacets = permission('subscription:facet:manage', 'Edit services of plans', roles('ADMIN'))
/** Read the comparison of plans. */
export const comparePlans = permission(
  'subscription:plan:read',
  'Compare subscription plans',
  everyVendorRole,
  roles('MANAGER'),
)

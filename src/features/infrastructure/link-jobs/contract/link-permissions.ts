import { everyVendorRole, roles } from '#features/access/roles/contract.ts'
import { permission } from '#kit/contract/permission.ts'

/** Start and cancel link jobs. */
export const startLinkJobs = permission('infrastructure:link', 'Start and cancel link jobs', roles('ADMIN', 'CENTRAL'))

/** See the link jobs of an account and their instructions. */
export const readLinkJobs = permission(
  'infrastructure:link:read',
  'See link jobs and their instructions',
  everyVendorRole,
  roles('MANAGER'),
)

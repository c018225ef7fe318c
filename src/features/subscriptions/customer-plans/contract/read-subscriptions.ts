import { everyVendorRole, roles } from '#features/access/roles/contract.ts'
import { permission } from '#kit/contract/permission.ts'

/** Read subscriptions; a MANAGER the own one where it is shown to the customer. */
export const readSubscriptions = permission(
  'subscription:customer:read',
  'Read subscriptions',
  everyVendorRole,
  roles('MANAGER'),
)

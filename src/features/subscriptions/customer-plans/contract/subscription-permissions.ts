import { assigned, everyVendorRole, roles } from '#features/access/roles/contract.ts'
import { permission } from '#kit/contract/permission.ts'

export const editSubscriptions = permission(
  'subscription:customer:edit',
  'Edit subscriptions',
  roles('ADMIN'),
  assigned('HARMONIC_CSM'),
)
/**
 * Read who changed a subscription, with the terms of its contract. Added to the permission table: it is for the vendor
 * only.
 */
export const readSubscriptionHistory = permission(
  'subscription:history:read',
  'Read the history of subscriptions',
  everyVendorRole,
)

import { everyVendorRole, roles } from '#features/access/roles/contract.ts'
import { permission } from '#kit/contract/permission.ts'

/** See the insights and findings of an account. */
export const readInsights = permission(
  'insight:read',
  'See insights and findings',
  everyVendorRole,
  roles('MANAGER', 'USER'),
)

/** Acknowledge findings; customers of view-only accounts may not. */
export const acknowledgeInsights = permission(
  'insight:acknowledge',
  'Acknowledge findings',
  everyVendorRole,
  roles('MANAGER', 'USER'),
)

/** Change names, colors and priorities of categories and types. */
export const configureInsights = permission(
  'insight:configure',
  'Change the insight catalogue',
  roles('ADMIN', 'CENTRAL'),
)

import { everyVendorRole } from '#features/access/roles/contract.ts'
import { permission } from '#kit/contract/permission.ts'

/** Approve, ship and receive hardware returns. */
export const advanceReturns = permission(
  'case:advance-return',
  'Approve, ship and receive hardware returns',
  everyVendorRole,
)

import { everyVendorRole } from '#features/access/roles/contract.ts'
import { permission } from '#kit/contract/permission.ts'

/** Numbers of the parts that can be returned. */
export const partNumbers = [
  'RN-120-18-AC',
  'RN-120-12-AC',
  'RS-12-CH',
  'RS-12-LC',
  'RS-PSU-AC',
  'RS-FAN-2',
  'OP-X1-N2',
  'SR-2U-32C',
  'SW-48Y',
] as const

export const returnStates = ['requested', 'approved', 'shipped', 'received'] as const

/** Approve, ship and receive hardware returns. */
export const advanceReturns = permission(
  'case:advance-return',
  'Approve, ship and receive hardware returns',
  everyVendorRole,
)

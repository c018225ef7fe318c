import { everyVendorRole, roles } from '#features/access/roles/contract.ts'
import { permission } from '#kit/contract/permission.ts'

/** Read receipts and the keys that sign them: vendor staff those of every account, customers their own. */
export const readReceipts = permission(
  'receipt:read',
  'Read receipts',
  everyVendorRole.filter(({ role }) => role !== 'HARMONIC_NOC'),
  roles('MANAGER', 'USER'),
)
/** Send a receipt of a verified release of one's account. */
export const sendReceipts = permission('receipt:send', 'Send receipts', roles('MANAGER', 'USER'))
/** Register and revoke the keys with which an account signs its receipts. */
export const manageReceiptKeys = permission('receipt:manage-keys', 'Register keys for receipts', roles('MANAGER'))

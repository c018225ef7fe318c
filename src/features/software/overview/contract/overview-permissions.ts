import { everyVendorRole, roles } from '#features/access/roles/contract.ts'
import { permission } from '#kit/contract/permission.ts'

/** See what software accounts have and run. */
export const readOverview = permission(
  'software:overview',
  'See the software overview',
  everyVendorRole,
  roles('MANAGER', 'USER'),
)

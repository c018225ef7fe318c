import { everyVendorRole, roles } from '#features/access/roles/contract.ts'
import { permission } from '#kit/contract/permission.ts'

/** Create, change, delete and import events of an account. */
export const writeCalendar = permission(
  'calendar:write',
  'Create and change events of the calendar',
  everyVendorRole,
  roles('MANAGER', 'USER'),
)

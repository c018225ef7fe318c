import { everyVendorRole, roles } from '#features/access/roles/contract.ts'
import { permission } from '#kit/contract/permission.ts'

/** Read the events and tags of the calendar of an account. */
export const readCalendar = permission(
  'calendar:read',
  'See the calendar of accounts',
  everyVendorRole,
  roles('MANAGER', 'USER', 'CUST_CONTRACTOR'),
)

/** Create, change and delete the tags of events. */
export const manageTags = permission(
  'calendar:tags',
  'Manage the tags of calendar events',
  roles('ADMIN', 'HARMONIC_MANAGER', 'HARMONIC_CSM'),
)

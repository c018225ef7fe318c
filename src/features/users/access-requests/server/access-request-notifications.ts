import { notificationsOf } from '#features/platform/notification-groups/server/index.ts'
import { assignEveryRole, assignRoles, assignVendorRoles } from '#features/users/role-assignment/contract.ts'
import { defineNotification } from '#kit/server/notification.ts'

/** To those who can assign the role. */
export const accessRequested = defineNotification('access.requested', {
  group: notificationsOf.requests,
  title: '{name} requests access: {role}{place}',
  text: '{name} ({email}) requests the role {role}{place} at {portal}. The missing permission is {right}.\n\nNothing changes unless you assign the role. The audit log records who assigned which role and when.',
  open: 'Open the roles of {name}',
  readable: [assignRoles, assignVendorRoles, assignEveryRole],
})

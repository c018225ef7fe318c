import { notificationsOf } from '#features/platform/notification-groups/server/index.ts'
import { defineNotification } from '#kit/server/notification.ts'
import { reviewJoinRequests } from '../contract.ts'

const group = notificationsOf.requests

/** To those who decide. */
export const joinRequested = defineNotification('join-request.created', {
  group,
  title: 'Request to join {account}',
  text: '{name} ({email}) requests to join {account} at {portal}. If you approve, they become a user of the account.',
  open: 'Approve or reject',
  readable: [reviewJoinRequests],
})

/** To the user who requested it. */
export const joinDecided = {
  APPROVED: defineNotification('join-request.approved', {
    group,
    title: 'Welcome to {account}',
    text: 'Hello {name}, your request to join {account} at {portal} was approved.',
    open: 'Open {portal}',
  }),
  REJECTED: defineNotification('join-request.rejected', {
    group,
    title: 'Your request to join {account}',
    text: 'Hello {name}, your request to join {account} at {portal} was not approved. {reason}',
  }),
}

/** The thread of the notifications that a request waits; they are taken back when it is decided. */
export function waitingJoin(id: number): string {
  return `join-request-${id}`
}

import { notificationsOf } from '#features/platform/notification-groups/server/index.ts'
import { defineNotification } from '#kit/server/notification.ts'

/** To a user with access who is invited by somebody who does not see them. */
export const alreadyInvited = defineNotification('user.invited-to-account', {
  group: notificationsOf.requests,
  title: 'You are invited to {account}',
  text: '{inviter} invites you to {account} at {portal}. Your address already has access to {portal}. Sign in and request to join {account}, or ask {vendor} to add you.',
  open: 'Sign in',
  // Its link leads to the sign-in page, which a user who reads the inbox does not need.
  mailOnly: true,
})

import { notificationsOf } from '#features/platform/notification-groups/server/index.ts'
import { defineNotification } from '#kit/server/notification.ts'
import { readSubscriptions } from '../contract.ts'

const group = notificationsOf.subscriptions
const open = 'Open the subscription'
const readable = [readSubscriptions]

/** The subscription of an account ends soon: to its customer success manager. */
export const subscriptionExpires = defineNotification('subscription.expires', {
  group,
  title: '{account}: the {plan} plan expires on {day}',
  text: 'The {plan} plan of {account} expires on {day}: {left}. Agree on the next period, then set the new date.',
  open,
  readable,
})

export const subscriptionExpired = defineNotification('subscription.expired', {
  group,
  title: '{account}: the {plan} plan expired on {day}',
  text: 'The {plan} plan of {account} expired on {day}. Cases, reading, and downloads of delivered releases continue. Agree on the next period, then set the new date.',
  open,
  readable,
})

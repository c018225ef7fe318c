import { notificationsOf } from '#features/platform/notification-groups/server/index.ts'
import { defineNotification } from '#kit/server/notification.ts'
import { decideAccountRequests, type RequestBody, readAccountRequests } from '../contract.ts'

const group = notificationsOf.requests
const open = 'Open the requests'

/** To those who decide. */
export const requestWaits = defineNotification('account-request.created', {
  group,
  title: '{who} requests {what}',
  text: 'Approve or reject it in the portal.',
  open,
  readable: [decideAccountRequests],
})

/** To the user who requested it. */
export const requestDecided = defineNotification('account-request.decided', {
  group,
  title: '{what}: {status}',
  text: '{who} has decided on your request. {reason}',
  open,
  readable: [readAccountRequests],
})

/** What is requested, by its name. */
export function whatOf({
  displayName,
  account,
  deployment,
}: Pick<RequestBody, 'displayName' | 'account' | 'deployment'>) {
  return displayName ?? `${account} ${deployment?.name ?? ''}`.trim()
}

/** The thread of the notifications that a request waits; they are taken back when it is decided or deleted. */
export function waitingRequest(id: number): string {
  return `account-request-${id}`
}

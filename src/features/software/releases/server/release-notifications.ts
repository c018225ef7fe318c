import { notificationsOf } from '#features/platform/notification-groups/server/index.ts'
import { downloadReleases } from '#features/software/uploads/contract.ts'
import { defineNotification } from '#kit/server/notification.ts'
import { approveReleases, createReleases } from '../contract.ts'

/** To the users of the account who may download it. */
export const releaseArrived = defineNotification('release.delivered', {
  group: notificationsOf.releases,
  title: '{release} was delivered to {account}',
  text: '{release} is ready for {account}. It was approved by a second user and signed.\n\nDownload it in the portal; the page of the release says how to verify it offline.',
  open: 'Open the release',
  readable: [downloadReleases],
})

/** To the user who created it. */
export const releaseNotApproved = defineNotification('release.rejected', {
  group: notificationsOf.approvals,
  title: '{release} for {account} was rejected',
  text: '{who} rejected {release} for {account}.\n\n{note}',
  open: 'Open the bundle',
  readable: [createReleases],
})

/** To those who may approve it. */
export const releaseWaits = defineNotification('release.waits', {
  group: notificationsOf.approvals,
  title: '{release} for {account} waits for approval',
  text: '{who} created {release} for {account}. It is delivered when a second user approves it.',
  open: 'Open the bundle',
  readable: [approveReleases],
})

/** The thread of the notifications that a release waits; they are taken back when it is decided or deleted. */
export function waitingRelease(id: number): string {
  return `release-${id}`
}

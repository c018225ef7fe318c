import { notificationsOf } from '#features/platform/notification-groups/server/index.ts'
import { defineNotification } from '#kit/server/notification.ts'

const shared = { group: notificationsOf.cases, open: 'Open the portal', mailOnly: true } as const

/** A reply did not become a comment. */
export const replyRejected = defineNotification('reply.rejected', {
  ...shared,
  title: 'Your reply was not added: {subject}',
  text: 'Your mail “{subject}” could not be added to the case as a comment.\n\n{why}\n\n{files}',
})

/** A reply became a comment without some of its files. */
export const filesDropped = defineNotification('reply.files-dropped', {
  ...shared,
  title: 'Files of your reply were not added: {subject}',
  text: 'Your mail “{subject}” was added to {key}. These files were not:\n\n{files}',
})

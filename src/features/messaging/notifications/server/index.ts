import { sql } from 'kysely'
import { defineJob, type Task, taskOf } from '#kit/server/job.ts'
import type { AppContext, Feature } from '#kit/server/portal.ts'
import { notificationsChanged } from '../contract.ts'
import { notificationDigests } from './digest-of-notifications.ts'
import { type DigestSource, digestTask } from './digests.ts'

export type { DigestLine, DigestSource } from './digests.ts'
export { markRead, ownNotifications, unreadNotifications } from './inbox-rows.ts'
export { removeUserFromNotifications } from './notification-rows.ts'
export { openNotifier } from './notifier.ts'
export { changeGroupSettings, endGroupMail, groupSettingsOf } from './settings.ts'
export { readUnsubscription, UNSUBSCRIBE, type Unsubscription, unsubscribeUrls } from './unsubscribe-token.ts'

/** What users are notified of, over which channels; `digests` are further items that wait for their digests. */
export const notificationsFeature = (digests: readonly DigestSource[]): Feature => ({
  name: 'notifications',
  topics: [notificationsChanged],
  tasks: (portal) => [digestTask(portal, [notificationDigests, ...digests]), purgeTask(portal)],
})

/** Deletes notifications half a year after they were stored. */
function purgeTask({ db }: AppContext): Task {
  return taskOf(defineJob('notifications.purge'), {
    cron: '25 3 * * *',
    async run() {
      await sql`delete from notifications where at < now() - interval '180 days'`.execute(db)
    },
  })
}

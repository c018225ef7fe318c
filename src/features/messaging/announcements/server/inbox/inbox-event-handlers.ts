import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { DeliveryMethod } from '#features/messaging/templates/contract.ts'
import type { Tx } from '#kit/server/database.ts'
import type { RecordedEvent } from '#kit/server/events/event.ts'
import { type EventHandler, on } from '#kit/server/events/event-handler.ts'
import { addJob, defineJob, type Task, taskOf } from '#kit/server/job.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import {
  announcementAcknowledged,
  announcementActivated,
  announcementDeactivated,
  announcementUpdated,
  topicOf,
} from '../../contract.ts'

const CHANGED = defineJob('announcements.changed', { ids: z.array(z.number()) })
const BATCH = 2000

/** Notifies a user's other pages of an acknowledgement, and all who have an announcement of its change. */
export function inboxEventHandlers(portal: AppContext): EventHandler[] {
  return [
    on(announcementAcknowledged, 'inbox.live', async ({ subjectId, data, id, requestId }, tx) => {
      for (const method of data.methods as DeliveryMethod[])
        await portal.live.publish(tx, {
          topic: topicOf(method),
          to: { userId: String(subjectId) },
          body: { event: 'acknowledged' },
          eventId: id,
          requestId,
        })
    }),
    on(
      [announcementUpdated, announcementActivated, announcementDeactivated],
      'inbox.changed', // The number of users may be large: not in the dispatcher's transaction.
      ({ subjectId }: RecordedEvent, tx: Tx) => announceChanges(tx, [Number(subjectId)]),
    ),
  ]
}

/** Notifies the open pages of all users who have one of the announcements that it changed, after the commit. */
export async function announceChanges(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await addJob(tx, CHANGED, { ids })
}

/** Sends these notifications. */
export function changedTask(portal: AppContext): Task {
  return taskOf(CHANGED, {
    async run({ ids }) {
      for (const id of ids) await publishChange(portal, id)
    },
  })
}

async function publishChange({ db, live }: AppContext, id: number): Promise<void> {
  const { rows } = await sql<{ userId: number; method: DeliveryMethod }>`
        select distinct i.user_id as "userId", a.delivery_method as method
        from announcement_inbox i join announcements a on a.id = i.announcement_id
          join sessions x on x.user_id = i.user_id and x.ended_at is null and x.expires_at > now()
        where i.announcement_id = ${id} and i.acknowledged_at is null order by 1`.execute(db)
  for (let at = 0; at < rows.length; at += BATCH) {
    const userIds = rows.slice(at, at + BATCH).map(({ userId }) => userId)
    await inTransaction(db, (tx) =>
      live.publishToUsers(tx, { topic: topicOf(rows[0]!.method), userIds, body: { event: 'changed' } }),
    )
  }
}

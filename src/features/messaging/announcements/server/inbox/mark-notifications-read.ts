import { notificationsChanged } from '#features/messaging/notifications/contract.ts'
import { markRead } from '#features/messaging/notifications/server/index.ts'
import type { AppContext } from '#kit/server/portal.ts'
import type { CommandContext } from '#kit/server/serve/request-context.ts'
import { announcementAcknowledged, type readNotifications } from '../../contract.ts'
import { acknowledgeItems } from './acknowledge.ts'
import { inboxStateOf } from './inbox-store.ts'

/** Marks the caller's notifications as read, and acknowledges announcements; the user's other pages are refreshed. */
export async function markNotificationsRead(
  { live }: AppContext,
  call: CommandContext<typeof readNotifications>,
): Promise<{ read: number; unread: number }> {
  const { tx, session, body } = call
  const { id, group } = body
  const { userId } = session
  const ofAnnouncements = id === undefined ? group === undefined || group === 'announcements' : id.startsWith('a')
  const ofOthers = id === undefined ? group !== 'announcements' : id.startsWith('n')
  let read = 0
  if (ofAnnouncements) {
    const { acknowledged, methods } = await acknowledgeItems(tx, userId, id === undefined ? {} : { id: id.slice(1) })
    if (acknowledged > 0)
      await call.record(announcementAcknowledged, { subject: userId, data: { acknowledged, methods } })
    read += acknowledged
  }
  if (ofOthers) {
    const marked = await markRead(tx, userId, { id: id === undefined ? undefined : Number(id.slice(1)), group })
    if (marked > 0)
      await live.publishToUsers(tx, { topic: notificationsChanged, userIds: [userId], body: { event: 'read' } })
    read += marked
  }
  return { read, unread: (await inboxStateOf(tx, session)).unread }
}

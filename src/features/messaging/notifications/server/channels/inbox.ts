import { notificationsChanged } from '../../contract.ts'
import type { Channel } from '../channel.ts'

/**
 * The inbox in the portal. Its rows are stored with every notification; open pages read them when they receive this. The
 * message has no text, because texts may be taken back.
 */
export const inbox: Channel = {
  isQuiet: true,
  async deliver({ live }, tx, notices) {
    const [first] = notices
    if (!first) return
    await live.publishToUsers(tx, {
      topic: notificationsChanged,
      userIds: notices.flatMap(({ userId }) => userId ?? []),
      body: { event: 'notified', group: first.kind.group.name },
    })
  },
}

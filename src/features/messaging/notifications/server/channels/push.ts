import { notificationsPath } from '#features/messaging/announcements/paths.ts'
import { queuePushes } from '#features/messaging/web-push/server/index.ts'
import { addressIn } from '../address-in.ts'
import type { Channel } from '../channel.ts'

/** Of the text beneath the title; browsers show a few lines. */
const LONGEST = 200

/** The key of what browsers are sent. */
export function pushKeyOf(kind: string, key: string): string {
  return `${kind} ${key}`
}

/** Notifications of browsers while no page of the portal is open. */
export const push: Channel = {
  reaches: ({ hasBrowser }) => hasBrowser,
  deliver: (portal, tx, notices) =>
    queuePushes(
      tx,
      notices.flatMap(({ userId, kind, key, title, text, link, sendAt }) =>
        userId === undefined
          ? []
          : {
              userId,
              key: pushKeyOf(kind.name, key),
              message: { title, text: text.slice(0, LONGEST), link: addressIn(portal, link ?? notificationsPath()) },
              sendAt,
            },
      ),
    ),
}

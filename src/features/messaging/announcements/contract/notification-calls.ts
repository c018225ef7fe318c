import * as z from 'zod/mini'
import { endpoint } from '#kit/contract/endpoint.ts'
import { halList, listQuery } from '#kit/contract/hal.ts'
import { InboxItem } from './inbox-shapes.ts'

const url = '/api/notifications'
const shared = { tag: 'Notifications', guard: 'signed-in' } as const
/** `n12` is a notification, `a34` an announcement. */
const notificationId = z.string().check(z.regex(/^[na]\d{1,15}$/))

/** What a user was notified of. Notifications about one thing are one row: the newest, and how many there are. */
export const Notification = z.object({
  id: notificationId,
  /** What the user switches it by; `announcements` for announcements. */
  group: z.string(),
  title: z.string(),
  /** Plain text; of an announcement Markdown. */
  text: z.string(),
  link: z.nullable(z.string()),
  at: z.iso.datetime(),
  unread: z.boolean(),
  /** Of the same thing, this one included. */
  count: z.int(),
  announcement: z.nullable(InboxItem),
})
export type Notification = z.output<typeof Notification>

export const listNotifications = endpoint({
  ...shared,
  name: 'listNotifications',
  method: 'GET',
  url,
  summary: 'List what you were notified of, newest first; notifications about one thing are one row',
  query: listQuery(['at'], {
    group: z.optional(z.array(z.string().check(z.maxLength(40)))),
    /** Only what was not read, or only the rest. */
    unread: z.optional(z.boolean()),
  }),
  reply: halList('notifications', Notification),
  problems: [],
})
export const readNotifications = endpoint({
  ...shared,
  name: 'readNotifications',
  method: 'POST',
  url: `${url}/read`,
  summary:
    'Mark notifications as read: one with all about the same thing, those of a group, or all; announcements are acknowledged',
  body: z.strictObject({
    id: z.optional(notificationId),
    group: z.optional(z.string().check(z.maxLength(40))),
  }),
  status: 200,
  reply: z.object({ read: z.int(), unread: z.int() }),
  forbiddenWhileImpersonating: true,
  problems: [],
})

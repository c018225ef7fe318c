import * as z from 'zod/mini'
import { GroupChange } from '#features/messaging/notifications/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { announcementProblems } from './announcement.ts'
import { AnnouncementSettings, CategoryChange, NotificationHours } from './settings-shapes.ts'

const settings = { tag: 'Announcements', guard: 'signed-in', url: '/api/announcements/settings' } as const
const ofUser = z.strictObject({
  /** The caller's unless given; another user's cannot be read or changed. */
  username: z.optional(z.string().check(z.maxLength(254))),
})

export const readAnnouncementSettings = endpoint({
  ...settings,
  name: 'readAnnouncementSettings',
  method: 'GET',
  summary:
    'Read your settings of notifications: announcements by category, other notifications by group, digests and quiet hours',
  query: ofUser,
  reply: AnnouncementSettings,
  problems: [announcementProblems['settings-of-unknown-user']],
})
export const updateAnnouncementSettings = endpoint({
  ...settings,
  name: 'updateAnnouncementSettings',
  method: 'POST',
  summary: 'Change your settings of notifications; what is absent stays',
  query: ofUser,
  body: z.strictObject({
    settings: z.optional(z.array(CategoryChange).check(z.minLength(1), z.maxLength(200))),
    groups: z.optional(z.array(GroupChange).check(z.minLength(1), z.maxLength(50))),
    hours: z.optional(NotificationHours),
  }),
  status: 200,
  reply: AnnouncementSettings,
  forbiddenWhileImpersonating: true,
  problems: [announcementProblems['settings-of-unknown-user'], announcementProblems['category-not-found']],
})

import * as z from 'zod/mini'
import { channelChoices, type NotificationChannel } from '#kit/contract/notification-channels.ts'
import { topic } from '#kit/contract/topic.ts'

/** What a user chose for each channel. */
export const ChannelChoices = z.object({
  inbox: z.enum(channelChoices.inbox),
  mail: z.enum(channelChoices.mail),
  push: z.enum(channelChoices.push),
} satisfies Record<NotificationChannel, z.ZodMiniType>)
export type ChannelChoices = z.output<typeof ChannelChoices>

/** The settings of a user for a group of notifications. */
export const GroupSetting = z.object({
  group: z.string(),
  text: z.string(),
  note: z.string(),
  /** It concerns the user's own account and cannot be switched off. */
  required: z.boolean(),
  choices: ChannelChoices,
})
export type GroupSetting = z.output<typeof GroupSetting>

export const GroupChange = z.strictObject({
  group: z.string().check(z.maxLength(40)),
  ...z.partial(ChannelChoices).shape,
})
export type GroupChange = z.output<typeof GroupChange>

/** That a user was notified, or that they read notifications on another page. */
export const notificationsChanged = topic({
  destination: '/user/topic/notifications',
  summary: 'You were notified, or read notifications on another page; the texts are read from the inbox',
  guard: 'signed-in',
  message: z.object({
    event: z.enum(['notified', 'read', 'changed']),
    group: z.optional(z.string()),
  }),
})

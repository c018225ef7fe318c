import type { NotificationChannel } from '#kit/contract/notification-channels.ts'
import type { Channel } from './channel.ts'
import { inbox } from './channels/inbox.ts'
import { mail } from './channels/mail.ts'
import { push } from './channels/push.ts'

/** How each channel delivers: a new one is a file, a line here, and its choices (`channelChoices`). */
export const channels: Readonly<Record<NotificationChannel, Channel>> = { inbox, mail, push }

/**
 * The channels over which users are notified, in the order of the settings, and what users choose between for each. The
 * first choice counts until they choose.
 */
export const channelChoices = {
  inbox: ['ON', 'OFF'],
  mail: ['AT_ONCE', 'DAILY', 'WEEKLY', 'OFF'],
  push: ['ON', 'OFF'],
} as const

export type NotificationChannel = keyof typeof channelChoices
export const notificationChannels = Object.keys(channelChoices) as readonly NotificationChannel[]

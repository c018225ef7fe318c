export const recurrences = ['ONCE', 'DAILY', 'WEEKLY', 'MONTHLY'] as const
export const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const
export type Weekday = (typeof weekdays)[number]

/** When mail copies of a category are sent. */
export const mailTimes = ['AT_ONCE', 'DAILY', 'WEEKLY'] as const
export type MailTime = (typeof mailTimes)[number]

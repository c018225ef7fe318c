export const subscriptionStates = ['NONE', 'TRIAL', 'ACTIVE', 'EXPIRES_SOON', 'EXPIRED'] as const
export type SubscriptionState = (typeof subscriptionStates)[number]

/** A subscription expires soon when fewer days than this remain (part 1 §9). */
export const SOON_DAYS = 30
/** Days before the expiration date on which the reminders are due; -1 = the day after it. */
export const reminderDays = [60, 30, 7, 1, -1] as const
/** The most subscriptions in one response. */
export const MAX_SUBSCRIPTIONS = 20_000

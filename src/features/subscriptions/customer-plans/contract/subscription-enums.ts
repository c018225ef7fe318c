export const subscriptionStates = ['NONE', 'TRIAL', 'ACTIVE', 'EXPIRES_SOON', 'EXPIRED'] as const
export type SubscriptionState = (typeof subscriptionStates)[number]

/** A subscription expires soon when fewer than so many days remain (part 1 §9). */
export const SOON_DAYS = 30
/** So many subscriptions fit into one response. */
export const MAX_SUBSCRIPTIONS = 20_000

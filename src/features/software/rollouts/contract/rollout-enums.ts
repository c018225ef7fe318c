/** RUNNING until its last ring is done, or until it is stopped. */
export const rolloutStates = ['RUNNING', 'DONE', 'STOPPED'] as const

/** HELD: the ring before has a check that failed. SOAKING: delivered, and watched before the next ring begins. */
export const ringStates = ['WAITING', 'HELD', 'RELEASING', 'SOAKING', 'DONE', 'STOPPED'] as const

/** What is checked before the next ring begins; `bundle` and `delivered` always, `soak` by its time, the others as gates. */
export const rolloutChecks = ['bundle', 'delivered', 'soak', 'outages', 'cases', 'downloaded', 'deployed'] as const

/** The checks that can be overridden: a bundle that cannot be released is not one of them. */
export const overridableChecks = ['delivered', 'soak', 'outages', 'cases', 'downloaded', 'deployed'] as const

/** WAITING: time or the customers' next steps fulfil it. FAILED: a user has to act. */
export const checkStates = ['PASSED', 'WAITING', 'FAILED', 'OVERRIDDEN'] as const

/** The release of one account in a ring. LEFT_OUT: the release or the account was deleted. */
export const accountStates = [
  'NOT_RELEASED',
  'AWAITING_APPROVAL',
  'DELIVERING',
  'FAILED',
  'DELIVERED',
  'REJECTED',
  'LEFT_OUT',
] as const
export type RolloutAccountState = (typeof accountStates)[number]

/** Why a bundle cannot be released now. */
export const bundleObstacles = ['ON_HOLD', 'END_OF_LIFE', 'EMPTY', 'NOT_IN_STORAGE'] as const
export type BundleObstacle = (typeof bundleObstacles)[number]

export const MOST_RINGS = 12
/** 90 days. */
export const LONGEST_SOAK_MINUTES = 129_600

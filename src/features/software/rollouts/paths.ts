import { pagePath } from '#kit/contract/page-path.ts'

/** The rollouts. */
export const rolloutsPath = pagePath('/software/rollouts')

/** A new rollout. */
export const newRolloutPath = pagePath('/software/rollouts/new', ['bundle'])

/** A rollout. */
export const rolloutPath = pagePath('/software/rollouts/$rolloutId')

import { texts } from '#kit/contract/texts.ts'

/** The labels of the pages and the navigation item of rollouts. */
export const { text: label } = texts('rollouts-labels', {
  rollouts: 'Rollouts',
  newRollout: 'New rollout',
  rollout: 'Rollout',
})

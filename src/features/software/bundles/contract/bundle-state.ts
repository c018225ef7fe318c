import * as z from 'zod/mini'

/** The state of a bundle. On hold no release action is possible; at its end of life it cannot change any more. */
export const BundleStatus = z.enum(['ACTIVE', 'ON_HOLD', 'END_OF_LIFE'])
export type BundleStatus = z.output<typeof BundleStatus>

/** The transitions of a bundle: from which states, to which one. */
export const bundleMoves = {
  hold: { from: ['ACTIVE'], to: 'ON_HOLD' },
  unhold: { from: ['ON_HOLD'], to: 'ACTIVE' },
  'move-to-eol': { from: ['ACTIVE', 'ON_HOLD'], to: 'END_OF_LIFE' },
} as const satisfies Readonly<Record<string, { from: readonly BundleStatus[]; to: BundleStatus }>>
export type BundleMove = keyof typeof bundleMoves

/** Whether the transition is possible from this state. */
export function canTransitionBundle(status: BundleStatus, move: BundleMove): boolean {
  return (bundleMoves[move].from as readonly BundleStatus[]).includes(status)
}

/** Whether the bundle's name, files and notes may change. */
export function isEditable(status: BundleStatus): boolean {
  return status !== 'END_OF_LIFE'
}

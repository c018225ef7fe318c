import { IconPlus } from '#kit/web/icons/icons.generated.ts'
import type { FeatureWeb } from '#kit/web/pages.ts'
import { manageRollouts, readRollouts } from '../contract/rollout.ts'
import { newRolloutPath, rolloutPath, rolloutsPath } from '../paths.ts'
import { label } from './label.ts'

const guard = { only: [readRollouts] }
const managers = { only: [manageRollouts] }

/** The release of bundles to rings of accounts. */
export const rolloutsWeb: FeatureWeb = {
  name: 'rollouts',
  pages: [
    {
      path: rolloutsPath,
      label: () => label('rollouts'),
      guard,
      load: async () => ({ Page: (await import('./rollouts-page.tsx')).RolloutsPage }),
    },
    {
      path: newRolloutPath,
      label: () => label('newRollout'),
      guard: managers,
      load: async () => ({ Page: (await import('./new-rollout-page.tsx')).NewRolloutPage }),
    },
    {
      path: rolloutPath,
      label: () => label('rollout'),
      guard,
      load: async () => ({ Page: (await import('./rollout-page.tsx')).RolloutPage }),
    },
  ],
  rail: [
    {
      id: 'software-rollouts',
      parent: 'software',
      section: 'main',
      order: 5,
      label: () => label('rollouts'),
      guard,
      to: () => rolloutsPath(),
    },
  ],
  actions: [
    {
      id: 'new-rollout',
      label: () => label('newRollout'),
      icon: IconPlus,
      guard: managers,
      run: ({ go }) => go(newRolloutPath()),
    },
  ],
}

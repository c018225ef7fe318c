import type { FeatureWeb } from '#kit/web/pages.ts'
import { label } from './label.ts'

/** The page behind the link of a denial, for those who manage the user's permissions. */
export const accessDecisionsWeb: FeatureWeb = {
  name: 'access-decisions',
  pages: [
    {
      path: '/decisions/$decision',
      label: () => label('page'),
      load: async () => ({ Page: (await import('./decision-page.tsx')).DecisionPage }),
    },
  ],
}

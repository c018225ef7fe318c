import type { FeatureWeb } from '#kit/web/pages.ts'
import { label } from './label.ts'

/** The page that a refusal's link opens, for those who manage the person's rights. */
export const whyNotWeb: FeatureWeb = {
  name: 'why-not',
  pages: [
    {
      path: '/decisions/$decision',
      label: () => label('page'),
      load: async () => ({ Page: (await import('./decision-page.tsx')).DecisionPage }),
    },
  ],
}

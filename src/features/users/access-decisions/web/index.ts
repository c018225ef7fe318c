import { texts } from '#kit/contract/texts.ts'
import type { FeatureWeb } from '#kit/web/pages.ts'
import { decisionPath } from '../paths.ts'

const { text: label } = texts('access-decisions', {
  page: 'Access decision',
})

/** The page behind the link of a denial, for those who manage the user's permissions. */
export const accessDecisionsWeb: FeatureWeb = {
  name: 'access-decisions',
  pages: [
    {
      path: decisionPath,
      label: () => label('page'),
      load: async () => ({ Page: (await import('./decision-page.tsx')).DecisionPage }),
    },
  ],
}

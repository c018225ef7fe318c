import { dashboardCards } from '#features/accounts/account-pages/web/index.ts'
import { settingSections } from '#features/platform/settings/web/index.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import type { FeatureWeb } from '#kit/web/pages.ts'
import { partAt } from '#kit/web/parts.tsx'

const CommonLinksCard = lazyNamed(() => import('./common-links-card.tsx'), 'CommonLinksCard')
const CommonLinksForm = lazyNamed(() => import('./common-links-form.tsx'), 'CommonLinksForm')

/** Links to the systems that all accounts share: shown on every dashboard, set with the settings of the portal. */
export const commonConfigsWeb: FeatureWeb = {
  name: 'common-configs',
  pages: [],
  parts: [
    partAt(dashboardCards, 'common-links', CommonLinksCard),
    partAt(settingSections, 'common-links', CommonLinksForm),
  ],
}

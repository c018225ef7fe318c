import { subscriptionCells, subscriptionPanels } from '#features/subscriptions/customer-plans/web/index.ts'
import { texts } from '#kit/contract/texts.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import type { FeatureWeb } from '#kit/web/pages.ts'
import { partAt } from '#kit/web/parts.tsx'
import { readAnalyticsPlans } from '../contract/analytics-plan.ts'
import { analyticsPlansPath } from '../paths.ts'

const { text: label } = texts('analytics-plan-labels', {
  analyticsPlans: 'Analytics plans',
})

const SyncCell = lazyNamed(() => import('./sync-cell.tsx'), 'SyncCell')
const DifferencesPanel = lazyNamed(() => import('./differences-panel.tsx'), 'DifferencesPanel')
const guard = { only: [readAnalyticsPlans] }

/** The comparison of plans with the analytics system. */
export const analyticsPlansWeb: FeatureWeb = {
  name: 'analytics-plans',
  pages: [
    {
      path: analyticsPlansPath,
      label: () => label('analyticsPlans'),
      guard,
      load: async () => ({ Page: (await import('./analytics-plans-page.tsx')).AnalyticsPlansPage }),
    },
  ],
  parts: [partAt(subscriptionCells, 'state', SyncCell), partAt(subscriptionPanels, 'differences', DifferencesPanel)],
  rail: [
    {
      id: 'admin-subscriptions-analytics',
      parent: 'admin-subscriptions',
      section: 'administration',
      order: 2,
      label: () => label('analyticsPlans'),
      guard,
      to: () => analyticsPlansPath(),
    },
  ],
}

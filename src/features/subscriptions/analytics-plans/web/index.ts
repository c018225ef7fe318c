import type { FeatureWeb } from '#kit/web/pages.ts'
import { readAnalyticsPlans } from '../contract/analytics-plan-permissions.ts'
import { label } from './label.ts'

const guard = { only: [readAnalyticsPlans] }

/** The comparison of plans with the analytics system. */
export const analyticsPlansWeb: FeatureWeb = {
  name: 'analytics-plans',
  pages: [
    {
      path: '/admin/subscriptions/analytics',
      label: () => label('analyticsPlans'),
      guard,
      load: async () => ({ Page: (await import('./analytics-plans-page.tsx')).AnalyticsPlansPage }),
    },
  ],
  rail: [
    {
      id: 'admin-subscriptions-analytics',
      parent: 'admin-subscriptions',
      section: 'administration',
      order: 2,
      label: () => label('analyticsPlans'),
      guard,
      to: () => '/admin/subscriptions/analytics',
    },
  ],
}

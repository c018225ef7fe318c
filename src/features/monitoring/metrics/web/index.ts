import { dashboardCards } from '#features/accounts/account-pages/web/index.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import type { FeatureWeb } from '#kit/web/pages.ts'
import { partAt } from '#kit/web/parts.tsx'

const MetricsCard = lazyNamed(() => import('./metrics-card.tsx'), 'MetricsCard')

/** How the deployments of an account send metrics: a card of its dashboard. */
export const metricsWeb: FeatureWeb = {
  name: 'metrics',
  pages: [],
  parts: [partAt(dashboardCards, 'metrics', MetricsCard)],
}

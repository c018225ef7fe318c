import { lazy } from 'react'
import { dashboardCards } from '#features/accounts/account-pages/web/index.ts'
import type { FeatureWeb } from '#kit/web/pages.ts'
import { partAt } from '#kit/web/parts.tsx'

const MetricsCard = lazy(async () => ({ default: (await import('./metrics-card.tsx')).MetricsCard }))

/** How the deployments of an account send metrics: a card of its dashboard. */
export const metricsWeb: FeatureWeb = {
  name: 'metrics',
  pages: [],
  parts: [partAt(dashboardCards, 'metrics', MetricsCard)],
}

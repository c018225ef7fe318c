import { readAnalytics, readMonitoring } from '#features/monitoring/metrics/contract.ts'
import { IconChartLine } from '#kit/web/icons/icons.generated.ts'
import type { FeatureWeb } from '#kit/web/pages.ts'
import { accountPath } from '#kit/web/who/account.tsx'
import { label } from './label.ts'

const guard = { only: [readAnalytics] }
const base = '/$account/$accountId/analytics'

/** Monitoring of all accounts, and the analytics of each. */
export const analyticsWeb: FeatureWeb = {
  name: 'analytics',
  pages: [
    {
      path: '/analytics',
      label: () => label('monitoring'),
      guard,
      load: async () => ({ Page: (await import('./monitoring-page.tsx')).MonitoringPage }),
    },
    {
      path: base,
      label: () => label('analytics'),
      guard,
      load: async () => ({ Page: (await import('./analytics-page.tsx')).AnalyticsPage }),
    },
    {
      path: `${base}/report`,
      label: () => label('report'),
      guard,
      load: async () => ({ Page: (await import('./report-page.tsx')).ReportPage }),
    },
    {
      path: `${base}/settings`,
      label: () => label('settings'),
      guard: { only: [readMonitoring] },
      load: async () => ({ Page: (await import('./settings-page.tsx')).SettingsPage }),
    },
  ],
  rail: [
    {
      id: 'analytics',
      section: 'main',
      order: 6,
      label: () => label('analytics'),
      icon: IconChartLine,
      guard,
      to: (account) => (account ? `${accountPath(account)}/analytics` : '/analytics'),
    },
  ],
}

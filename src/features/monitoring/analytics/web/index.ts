import { everyVendorRole } from '#features/access/roles/contract.ts'
import { accountAnalytics, dashboardGraph } from '#features/accounts/account-pages/web/index.ts'
import { texts } from '#kit/contract/texts.ts'
import { IconChartLine } from '#kit/web/icons/icons.generated.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import type { FeatureWeb } from '#kit/web/pages.ts'
import { partAt } from '#kit/web/parts.tsx'
import { accountAnalyticsPath, analyticsPath, analyticsReportPath, analyticsSettingsPath } from '../paths.ts'

const { text: label } = texts('analytics', {
  analytics: 'Analytics',
  monitoring: 'Monitoring',
  settings: 'Analytics settings',
  report: 'Technical report',
})

// Roles instead of permissions: the contract of metrics, with its texts, would be in the first script.
const staff = { only: everyVendorRole.map(({ role }) => role) }
const guard = { only: [...staff.only, 'MANAGER', 'USER'] }

const ModemsGraph = lazyNamed(() => import('./modems-graph.tsx'), 'ModemsGraph')
const AccountAnalytics = lazyNamed(() => import('./account-analytics.tsx'), 'AccountAnalytics')

/** Monitoring of all accounts, and the analytics of each. */
export const analyticsWeb: FeatureWeb = {
  name: 'analytics',
  pages: [
    {
      path: analyticsPath,
      label: () => label('monitoring'),
      guard,
      load: async () => ({ Page: (await import('./monitoring-page.tsx')).MonitoringPage }),
    },
    {
      path: accountAnalyticsPath,
      label: () => label('analytics'),
      guard,
      load: async () => ({ Page: (await import('./analytics-page.tsx')).AnalyticsPage }),
    },
    {
      path: analyticsReportPath,
      label: () => label('report'),
      guard,
      load: async () => ({ Page: (await import('./report-page.tsx')).ReportPage }),
    },
    {
      path: analyticsSettingsPath,
      label: () => label('settings'),
      guard: staff,
      load: async () => ({ Page: (await import('./settings-page.tsx')).SettingsPage }),
    },
  ],
  parts: [partAt(dashboardGraph, 'modems', ModemsGraph), partAt(accountAnalytics, 'analytics', AccountAnalytics)],
  rail: [
    {
      id: 'analytics',
      section: 'main',
      order: 6,
      label: () => label('analytics'),
      icon: IconChartLine,
      guard,
      to: (account) => (account ? accountAnalyticsPath({ account }) : analyticsPath()),
    },
  ],
}

import { everyVendorRole } from '#features/access/roles/contract.ts'
import { IconChartLine } from '#kit/web/icons/icons.generated.ts'
import type { FeatureWeb } from '#kit/web/pages.ts'
import { accountPath } from '#kit/web/who/account.tsx'
import { label } from './label.ts'

// Roles instead of permissions: the contract of metrics, with its texts, would be in the first script.
const staff = { only: everyVendorRole.map(({ role }) => role) }
const guard = { only: [...staff.only, 'MANAGER', 'USER'] }
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
      guard: staff,
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

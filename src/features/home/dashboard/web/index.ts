import { everyVendorRole } from '#features/access/roles/contract.ts'
import { readAccounts } from '#features/accounts/accounts/contract.ts'
import { IconBuilding, IconLayoutDashboard } from '#kit/web/icons/icons.generated.ts'
import type { FeatureWeb } from '#kit/web/pages.ts'
import { accountDashboardPath, chooseAccountPath, dashboardPath } from '../paths.ts'
import { label } from './label.ts'

const vendorOnly = { only: everyVendorRole.map(({ role }) => role), redirectTo: '/' }

/** The dashboards: all accounts, one account, and the choice of one. */
export const dashboardWeb: FeatureWeb = {
  name: 'dashboard',
  pages: [
    {
      path: dashboardPath,
      label: () => label('home'),
      guard: vendorOnly,
      load: async () => ({ Page: (await import('./vendor-home.tsx')).VendorHome }),
    },
    {
      path: accountDashboardPath,
      label: () => label('account'),
      guard: { only: [readAccounts] },
      load: async () => ({ Page: (await import('./account-dashboard.tsx')).AccountDashboard }),
    },
    {
      path: chooseAccountPath,
      label: () => label('choose'),
      load: async () => ({ Page: (await import('./choose-account.tsx')).ChooseAccount }),
    },
  ],
  rail: [
    {
      id: 'dashboard',
      section: 'main',
      order: 1,
      label: () => label('rail.dashboard'),
      icon: IconLayoutDashboard,
      to: (account) => (account ? accountDashboardPath({ account }) : dashboardPath()),
    },
  ],
  actions: [
    {
      id: 'choose-account',
      label: () => label('chooseAccount'),
      icon: IconBuilding,
      run: ({ go }) => go(chooseAccountPath()),
    },
  ],
}

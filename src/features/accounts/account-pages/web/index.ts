import { everyVendorRole } from '#features/access/roles/contract.ts'
import { createAccounts, readAccounts } from '#features/accounts/accounts/contract.ts'
import { IconBuildingPlus, IconBuildings, IconSettings } from '#kit/web/icons/icons.generated.ts'
import type { FeatureWeb } from '#kit/web/pages.ts'
import { accountSettingsPath, accountsPath, newAccountPath } from '../paths.ts'
import { label } from './label.ts'

export {
  accountAnalytics,
  accountContacts,
  accountExchange,
  accountLimits,
  accountScanner,
  dashboardCards,
  dashboardGraph,
  homeActions,
} from './places.ts'
export { useNameVerdict } from './use-name-verdict.ts'

const staff = { only: everyVendorRole.map(({ role }) => role) }
const settings = { only: [...staff.only, 'MANAGER'] }

/** Accounts: the list, creation, and the settings of each account. */
export const accountsWeb: FeatureWeb = {
  name: 'accounts',
  pages: [
    {
      path: accountsPath,
      label: () => label('accounts'),
      guard: staff,
      load: async () => ({ Page: (await import('./accounts-page.tsx')).AccountsPage }),
    },
    {
      path: newAccountPath,
      label: () => label('new'),
      guard: { only: [createAccounts] },
      load: async () => ({ Page: (await import('./new-account-page.tsx')).NewAccountPage }),
    },
    {
      path: accountSettingsPath,
      label: () => label('profile'),
      guard: { only: [readAccounts] },
      load: async () => ({ Page: (await import('./account-page.tsx')).AccountPage }),
    },
  ],
  rail: [
    {
      id: 'admin-accounts',
      section: 'administration',
      order: 1,
      label: () => label('accounts'),
      icon: IconBuildings,
      guard: staff,
      to: () => accountsPath(),
    },
    {
      id: 'account-settings',
      section: 'account',
      order: 3,
      label: () => label('profile'),
      icon: IconSettings,
      guard: settings,
      to: (account) => account && accountSettingsPath({ account }),
    },
  ],
  actions: [
    {
      id: 'new-account',
      label: () => label('new'),
      icon: IconBuildingPlus,
      guard: { only: [createAccounts] },
      run: ({ go }) => go(newAccountPath()),
    },
  ],
}

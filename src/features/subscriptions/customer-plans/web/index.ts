import { everyVendorRole } from '#features/access/roles/contract.ts'
import { accountLimits, dashboardCards } from '#features/accounts/account-pages/web/index.ts'
import { sheetEffects } from '#features/subscriptions/plans/web/index.ts'
import { IconCreditCard } from '#kit/web/icons/icons.generated.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import type { FeatureWeb } from '#kit/web/pages.ts'
import { partAt } from '#kit/web/parts.tsx'
import { readSubscriptions } from '../contract/read-subscriptions.ts'
import { accountSubscriptionPath, subscriptionPath, subscriptionsPath } from '../paths.ts'
import { label } from './label.ts'

export { subscriptionCells, subscriptionPanels } from './places.ts'

const SubscriptionTile = lazyNamed(() => import('./subscription-tile.tsx'), 'SubscriptionTile')
const AccountLimits = lazyNamed(() => import('./limits/account-limits.tsx'), 'AccountLimits')
const SheetLimits = lazyNamed(() => import('./sheet-limits.tsx'), 'SheetLimits')
const staff = { only: everyVendorRole.map(({ role }) => role) }
const loadPage = () => import('./subscription-page.tsx')

/** Subscriptions of customers: the list, one of them, and that of an account. */
export const customerPlansWeb: FeatureWeb = {
  name: 'customer-plans',
  pages: [
    {
      path: subscriptionsPath,
      label: () => label('customers'),
      guard: staff,
      load: async () => ({ Page: (await import('./subscriptions-page.tsx')).SubscriptionsPage }),
    },
    {
      path: subscriptionPath,
      label: () => label('subscription'),
      guard: staff,
      load: async () => ({ Page: (await loadPage()).SubscriptionPage }),
    },
    {
      path: accountSubscriptionPath,
      label: () => label('mine'),
      guard: { only: [readSubscriptions] },
      load: async () => ({ Page: (await loadPage()).MySubscriptionPage }),
    },
  ],
  parts: [
    partAt(accountLimits, 'subscription', SubscriptionTile),
    partAt(accountLimits, 'limits', AccountLimits),
    partAt(dashboardCards, 'subscription', SubscriptionTile),
    partAt(sheetEffects, 'limits', SheetLimits),
  ],
  rail: [
    {
      id: 'admin-subscriptions-customers',
      parent: 'admin-subscriptions',
      section: 'administration',
      order: 1,
      label: () => label('customers'),
      guard: staff,
      to: () => subscriptionsPath(),
    },
    {
      id: 'account-subscription',
      section: 'account',
      order: 4,
      label: () => label('mine'),
      icon: IconCreditCard,
      guard: { only: [readSubscriptions] },
      to: (account) => account && accountSubscriptionPath({ account }),
    },
  ],
}

import { everyVendorRole } from '#features/access/roles/contract.ts'
import { subscriptionsPath } from '#features/subscriptions/customer-plans/paths.ts'
import { texts } from '#kit/contract/texts.ts'
import { IconCreditCard } from '#kit/web/icons/icons.generated.ts'
import type { FeatureWeb } from '#kit/web/pages.ts'
import { plansPath } from '../paths.ts'

const { text: label } = texts('plan-labels', {
  subscriptions: 'Subscriptions',
  plans: 'Plans',
})

export { type ChangedCell, sheetEffects } from './places.ts'
export { valueText } from './value-text.ts'

const staff = { only: everyVendorRole.map(({ role }) => role) }

/** Subscription plans and their services. */
export const plansWeb: FeatureWeb = {
  name: 'plans',
  pages: [
    {
      path: plansPath,
      label: () => label('plans'),
      guard: staff,
      load: async () => ({ Page: (await import('./plans-page.tsx')).PlansPage }),
    },
  ],
  rail: [
    {
      id: 'admin-subscriptions',
      section: 'administration',
      order: 5,
      label: () => label('subscriptions'),
      icon: IconCreditCard,
      guard: staff,
      to: () => subscriptionsPath(),
    },
    {
      id: 'admin-plans',
      parent: 'admin-subscriptions',
      section: 'administration',
      order: 2,
      label: () => label('plans'),
      guard: staff,
      to: () => plansPath(),
    },
  ],
}

import { accountContacts } from '#features/accounts/account-pages/web/index.ts'
import { seeInternal } from '#features/support/case-access/contract.ts'
import type { CaseExtension } from '#features/support/case-pages/web/index.ts'
import { texts } from '#kit/contract/texts.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import type { FeatureWeb } from '#kit/web/pages.ts'
import { partAt } from '#kit/web/parts.tsx'
import { slaTargetsPath } from '../paths.ts'

const { text: label } = texts('sla-clocks', {
  targets: 'SLA targets',
})

/** The SLA targets by plan, and the business hours on the page of an account. */
export const slaClocksWeb: FeatureWeb = {
  name: 'sla-clocks',
  pages: [
    {
      path: slaTargetsPath,
      label: () => label('targets'),
      guard: { only: [seeInternal] },
      load: async () => ({ Page: (await import('./targets-page.tsx')).TargetsPage }),
    },
  ],
  parts: [
    partAt(
      accountContacts,
      'sla-hours',
      lazyNamed(() => import('./hours-card.tsx'), 'HoursCard'),
    ),
  ],
  rail: [
    {
      id: 'support-sla-targets',
      parent: 'support',
      section: 'main',
      order: 7,
      label: () => label('targets'),
      guard: { only: [seeInternal] },
      to: (account) => (account ? null : slaTargetsPath()),
    },
  ],
}

/** The SLA clocks of a case, above its tabs. */
export const slaClocksExtension: CaseExtension = {
  panels: [
    {
      id: 'sla-clocks',
      place: 'top',
      applies: ({ clocks, clocksPending }) => clocks.length > 0 || clocksPending,
      Panel: lazyNamed(() => import('./clocks-panel.tsx'), 'ClocksPanel'),
    },
  ],
}

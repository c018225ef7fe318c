import { everyVendorRole } from '#features/access/roles/contract.ts'
import { accountScanner } from '#features/accounts/account-pages/web/index.ts'
import { pluginSections } from '#features/accounts/plugins/web/index.ts'
import { texts } from '#kit/contract/texts.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import type { FeatureWeb } from '#kit/web/pages.ts'
import { partAt } from '#kit/web/parts.tsx'
import { outageLogPath } from '../paths.ts'

const { text: label } = texts('detector', {
  detector: 'Outage detector',
})

const guard = { only: everyVendorRole.map(({ role }) => role) }
const AutomatedOutages = lazyNamed(() => import('./automated-outages.tsx'), 'AutomatedOutages')
const ScannerSection = lazyNamed(() => import('./scanner-section.tsx'), 'ScannerSection')

/** The log of the outage detector for staff, and its outages on the dashboard of an account, and the page of its plugin. */
export const detectorWeb: FeatureWeb = {
  name: 'detector',
  pages: [
    {
      path: outageLogPath,
      label: () => label('detector'),
      guard,
      load: async () => ({ Page: (await import('./detector-page.tsx')).DetectorPage }),
    },
  ],
  parts: [
    partAt(accountScanner, 'automated-outages', AutomatedOutages),
    partAt(pluginSections, 'scanner', ScannerSection),
  ],
  rail: [
    {
      id: 'support-outages-log',
      parent: 'support',
      section: 'main',
      order: 4.5,
      label: () => label('detector'),
      guard,
      to: (account) => account && outageLogPath({ account }),
    },
  ],
}

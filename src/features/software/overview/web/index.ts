import { everyVendorRole } from '#features/access/roles/contract.ts'
import { releasesHead } from '#features/software/release-pages/web/index.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import type { FeatureWeb } from '#kit/web/pages.ts'
import { partAt } from '#kit/web/parts.tsx'
import { softwareOverviewPath } from '../paths.ts'
import { label } from './label.ts'

const OwnSoftware = lazyNamed(() => import('./own-software.tsx'), 'OwnSoftware')

const guard = { only: everyVendorRole.map(({ role }) => role) }

/** What software accounts have and run: a page for staff, and a line above the releases of an account. */
export const overviewWeb: FeatureWeb = {
  name: 'software-overview',
  pages: [
    {
      path: softwareOverviewPath,
      label: () => label('overview'),
      guard,
      load: async () => ({ Page: (await import('./overview-page.tsx')).OverviewPage }),
    },
  ],
  parts: [partAt(releasesHead, 'own-software', OwnSoftware)],
  rail: [
    {
      id: 'software-overview',
      parent: 'software',
      section: 'main',
      order: 3,
      label: () => label('rail'),
      guard,
      to: () => softwareOverviewPath(),
    },
  ],
}

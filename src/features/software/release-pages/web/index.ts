import { dashboardCards } from '#features/accounts/account-pages/web/index.ts'
import { approveReleases, createReleases, readReleases } from '#features/software/releases/contract.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import type { FeatureWeb } from '#kit/web/pages.ts'
import { partAt } from '#kit/web/parts.tsx'
import { approvalsPath, releasePath, releasesPath } from '../paths.ts'
import { label } from './label.ts'
import { useWaitingCount } from './use-waiting-count.ts'

export { releasesHead } from './places.ts'

/** Releases a bundle to accounts; in a chunk of its own, needs a `Suspense` around it. */
export const ReleaseDialog = lazyNamed(() => import('./release-dialog.tsx'), 'ReleaseDialog')

/** The differences of two sets of components; in a chunk of its own, needs a `Suspense` around it. */
export const ChangeRows = lazyNamed(() => import('./change-rows.tsx'), 'ChangeRows')

/** The releases of one bundle; in a chunk of its own, needs a `Suspense` around it. */
export const ReleasesTab = lazyNamed(() => import('./releases-tab.tsx'), 'ReleasesTab')

const LatestReleasesCard = lazyNamed(() => import('./latest-releases-card.tsx'), 'LatestReleasesCard')

const readers = { only: [readReleases] }
const approvers = { only: [approveReleases, createReleases] }

/** Releases: those of an account, one release with its verification, and the queue of approvals. */
export const releasesWeb: FeatureWeb = {
  name: 'releases',
  pages: [
    {
      path: approvalsPath,
      label: () => label('approvals'),
      guard: approvers,
      load: async () => ({ Page: (await import('./approvals-page.tsx')).ApprovalsPage }),
    },
    {
      path: releasesPath,
      label: () => label('releases'),
      guard: readers,
      load: async () => ({ Page: (await import('./releases-page.tsx')).ReleasesPage }),
    },
    {
      path: releasePath,
      label: () => label('release'),
      guard: readers,
      load: async () => ({ Page: (await import('./release-page.tsx')).ReleasePage }),
    },
  ],
  parts: [partAt(dashboardCards, 'latest-releases', LatestReleasesCard)],
  rail: [
    {
      id: 'software-approvals',
      parent: 'software',
      section: 'main',
      order: 2,
      label: () => label('approvals'),
      guard: approvers,
      to: () => approvalsPath(),
      useCount: useWaitingCount,
    },
    {
      id: 'software-releases',
      parent: 'software',
      section: 'main',
      order: 3,
      label: () => label('releases'),
      guard: readers,
      to: (account) => account && releasesPath({ account }),
    },
  ],
}

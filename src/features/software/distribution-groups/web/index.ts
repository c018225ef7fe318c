import type { FeatureWeb } from '#kit/web/pages.ts'
import { manageDistributionGroups } from '../contract/group.ts'
import { distributionGroupsPath } from '../paths.ts'
import { label } from './label.ts'

const guard = { only: [manageDistributionGroups] }

/** The groups of accounts to which bundles are released together. */
export const distributionGroupsWeb: FeatureWeb = {
  name: 'distribution-groups',
  pages: [
    {
      path: distributionGroupsPath,
      label: () => label('groups'),
      guard,
      load: async () => ({ Page: (await import('./groups-page.tsx')).GroupsPage }),
    },
  ],
  rail: [
    {
      id: 'software-groups',
      parent: 'software',
      section: 'main',
      order: 6,
      label: () => label('groups'),
      guard,
      to: () => distributionGroupsPath(),
    },
  ],
}

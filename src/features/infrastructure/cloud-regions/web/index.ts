import { texts } from '#kit/contract/texts.ts'
import type { FeatureWeb } from '#kit/web/pages.ts'
import { accountPath } from '#kit/web/who/account.tsx'
import { manageCloudRegions } from '../contract/region.ts'

const { text: label } = texts('cloud-regions-labels', {
  regions: 'Cloud region',
})

const guard = { only: [manageCloudRegions] }

/** The cloud region of an account. */
export const cloudRegionsWeb: FeatureWeb = {
  name: 'cloud-regions',
  pages: [
    {
      path: '/$account/$accountId/infrastructure/regions',
      label: () => label('regions'),
      guard,
      load: async () => ({ Page: (await import('./regions-page.tsx')).RegionsPage }),
    },
  ],
  rail: [
    {
      id: 'infrastructure-regions',
      parent: 'infrastructure',
      section: 'main',
      order: 3,
      label: () => label('regions'),
      guard,
      to: (account) => account && `${accountPath(account)}/infrastructure/regions`,
    },
  ],
}

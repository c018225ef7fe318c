import { texts } from '#kit/contract/texts.ts'
import type { FeatureWeb } from '#kit/web/pages.ts'
import { manageCloudRegions } from '../contract/region.ts'
import { cloudRegionsPath } from '../paths.ts'

const { text: label } = texts('cloud-regions-labels', {
  regions: 'Cloud region',
})

const guard = { only: [manageCloudRegions] }

/** The cloud region of an account. */
export const cloudRegionsWeb: FeatureWeb = {
  name: 'cloud-regions',
  pages: [
    {
      path: cloudRegionsPath,
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
      to: (account) => account && cloudRegionsPath({ account }),
    },
  ],
}

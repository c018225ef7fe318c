import { readMonitoring } from '#features/monitoring/metrics/contract.ts'
import { texts } from '#kit/contract/texts.ts'
import { IconServer2 } from '#kit/web/icons/icons.generated.ts'
import type { FeatureWeb } from '#kit/web/pages.ts'
import { servicesMapPath } from '../paths.ts'

const { text: label } = texts('services-map-labels', {
  services: 'Services map',
  central: 'Central services',
})

const guard = { only: [readMonitoring] }

/** Which deployments of which accounts run which service, in which version. */
export const servicesMapWeb: FeatureWeb = {
  name: 'services-map',
  pages: [
    {
      path: servicesMapPath,
      label: () => label('services'),
      guard,
      load: async () => ({ Page: (await import('./services-page.tsx')).ServicesPage }),
    },
  ],
  rail: [
    {
      id: 'infrastructure-services',
      parent: 'infrastructure',
      section: 'main',
      order: 5,
      label: () => label('services'),
      guard,
      to: (account) => account && servicesMapPath(),
    },
    {
      id: 'central-services',
      section: 'main',
      order: 7.5,
      label: () => label('central'),
      icon: IconServer2,
      guard,
      // Of all accounts there is nothing else in this section.
      to: (account) => (account ? null : servicesMapPath()),
    },
  ],
}

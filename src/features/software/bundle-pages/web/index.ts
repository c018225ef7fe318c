import { manageBundles, readBundles, readEveryBundle } from '#features/software/bundles/contract.ts'
import { releasesPath } from '#features/software/release-pages/paths.ts'
import { IconPackages, IconPlus } from '#kit/web/icons/icons.generated.ts'
import type { FeatureWeb } from '#kit/web/pages.ts'
import { bundlePath, bundlesPath } from '../paths.ts'
import { label } from './label.ts'

const staff = { only: [readEveryBundle] }

/** Software, the vendor's side: bundles and their files. */
export const bundlesWeb: FeatureWeb = {
  name: 'bundles',
  pages: [
    {
      path: bundlesPath,
      label: () => label('bundles'),
      guard: staff,
      load: async () => ({ Page: (await import('./bundles-page.tsx')).BundlesPage }),
    },
    {
      path: bundlePath,
      label: () => label('bundle'),
      guard: staff,
      load: async () => ({ Page: (await import('./bundle-page.tsx')).BundlePage }),
    },
  ],
  rail: [
    {
      id: 'software',
      section: 'main',
      order: 3,
      label: () => label('software'),
      icon: IconPackages,
      guard: { only: [readBundles] },
      to: (account) => (account ? releasesPath({ account }) : bundlesPath()),
    },
    {
      id: 'software-bundles',
      parent: 'software',
      section: 'main',
      order: 1,
      label: () => label('bundles'),
      guard: staff,
      to: () => bundlesPath(),
    },
  ],
  actions: [
    {
      id: 'new-bundle',
      label: () => label('newBundle'),
      icon: IconPlus,
      guard: { only: [manageBundles] },
      run: ({ go }) => go(bundlesPath({ new: 'yes' })),
    },
  ],
}

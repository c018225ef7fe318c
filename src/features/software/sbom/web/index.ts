import { lazyNamed } from '#kit/web/lazy-named.ts'
import type { FeatureWeb } from '#kit/web/pages.ts'
import { searchSboms } from '../contract/sbom.ts'
import { sbomSearchPath } from '../paths.ts'
import { label } from './label.ts'

const guard = { only: [searchSboms] }

/** The SBOMs of one bundle with its components; in a chunk of its own, needs a `Suspense` around it. */
export const SbomTab = lazyNamed(() => import('./sbom-tab.tsx'), 'SbomTab')

/** The search for a component in every bundle. */
export const sbomWeb: FeatureWeb = {
  name: 'sbom',
  pages: [
    {
      path: sbomSearchPath,
      label: () => label('search'),
      guard,
      load: async () => ({ Page: (await import('./search-page.tsx')).SearchPage }),
    },
  ],
  rail: [
    {
      id: 'software-sbom',
      parent: 'software',
      section: 'main',
      order: 7,
      label: () => label('search'),
      guard,
      to: () => sbomSearchPath(),
    },
  ],
}

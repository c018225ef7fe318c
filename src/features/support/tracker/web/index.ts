import { pluginSections } from '#features/accounts/plugins/web/index.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import type { FeatureWeb } from '#kit/web/pages.ts'
import { partAt } from '#kit/web/parts.tsx'

const TrackerSection = lazyNamed(() => import('./tracker-section.tsx'), 'TrackerSection')

/** The mapping and the sync of an account's tracker, on the page of its plugin. */
export const trackerWeb: FeatureWeb = {
  name: 'tracker',
  pages: [],
  parts: [partAt(pluginSections, 'tracker', TrackerSection)],
}

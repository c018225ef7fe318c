import { IconPuzzle } from '#kit/web/icons/icons.generated.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import type { FeatureWeb } from '#kit/web/pages.ts'
import { readPlugins } from '../contract/plugin-permissions.ts'
import { pluginPath, pluginsPath } from '../paths.ts'
import { label } from './label.ts'

export { pluginSections } from './plugin-sections.ts'
export const TrackerBar = lazyNamed(() => import('./tracker-bar.tsx'), 'TrackerBar')

const guard = { only: [readPlugins] }

/** The plugins of an account. */
export const pluginsWeb: FeatureWeb = {
  name: 'plugins',
  pages: [
    {
      path: pluginsPath,
      label: () => label('plugins'),
      guard,
      load: async () => ({ Page: (await import('./plugins-page.tsx')).PluginsPage }),
    },
    {
      path: pluginPath,
      label: () => label('plugin'),
      guard,
      load: async () => ({ Page: (await import('./plugin-page.tsx')).PluginPage }),
    },
  ],
  rail: [
    {
      id: 'plugins',
      section: 'account',
      order: 5,
      label: () => label('plugins'),
      icon: IconPuzzle,
      guard,
      to: (account) => account && pluginsPath({ account }),
    },
  ],
}

import { IconPuzzle } from '#kit/web/icons/icons.generated.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import type { FeatureWeb } from '#kit/web/pages.ts'
import { accountPath } from '#kit/web/who/account.tsx'
import { readPlugins } from '../contract/plugin-permissions.ts'
import { label } from './label.ts'

export { pluginSections } from './plugin-sections.ts'
export const TrackerBar = lazyNamed(() => import('./tracker-bar.tsx'), 'TrackerBar')

const guard = { only: [readPlugins] }

/** The plugins of an account. */
export const pluginsWeb: FeatureWeb = {
  name: 'plugins',
  pages: [
    {
      path: '/$account/$accountId/plugins',
      label: () => label('plugins'),
      guard,
      load: async () => ({ Page: (await import('./plugins-page.tsx')).PluginsPage }),
    },
    {
      path: '/$account/$accountId/plugins/$plugin',
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
      to: (account) => account && `${accountPath(account)}/plugins`,
    },
  ],
}

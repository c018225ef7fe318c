import { IconSettings } from '#kit/web/icons/icons.generated.ts'
import type { FeatureWeb } from '#kit/web/pages.ts'
import { editSettings } from '../contract/setting.ts'
import { settingsPath } from '../paths.ts'
import { label } from './label.ts'

export { settingSections } from './places.ts'

const guard = { only: [editSettings] }

/** The settings of the portal. */
export const settingsWeb: FeatureWeb = {
  name: 'settings',
  pages: [
    {
      path: settingsPath,
      label: () => label('page'),
      guard,
      load: async () => ({ Page: (await import('./settings-page.tsx')).SettingsPage }),
    },
  ],
  rail: [
    {
      id: 'portal-settings',
      section: 'administration',
      order: 80,
      label: () => label('page'),
      icon: IconSettings,
      guard,
      to: () => settingsPath(),
    },
  ],
}

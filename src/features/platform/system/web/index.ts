import { readSystem } from '#features/access/roles/contract.ts'
import { texts } from '#kit/contract/texts.ts'
import { IconDeviceDesktopAnalytics } from '#kit/web/icons/icons.generated.ts'
import type { FeatureWeb } from '#kit/web/pages.ts'
import { systemPath } from '../paths.ts'

const { text: label } = texts('system', {
  page: 'System',
  rail: 'System',
})

const guard = { only: [readSystem] }

/** The state of the portal itself. */
export const systemWeb: FeatureWeb = {
  name: 'system',
  pages: [
    {
      path: systemPath,
      label: () => label('page'),
      guard,
      load: async () => ({ Page: (await import('./system-page.tsx')).SystemPage }),
    },
  ],
  rail: [
    {
      id: 'system',
      section: 'administration',
      order: 90,
      label: () => label('rail'),
      icon: IconDeviceDesktopAnalytics,
      guard,
      to: () => systemPath(),
    },
  ],
}

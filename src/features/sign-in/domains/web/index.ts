import { IconWorldCheck } from '#kit/web/icons/icons.generated.ts'
import type { FeatureWeb } from '#kit/web/pages.ts'
import { manageAllowed } from '../contract/domain-permissions.ts'
import { domainsPath } from '../paths.ts'
import { label } from './label.ts'

const guard = { only: [manageAllowed] }

/** Allowed and forbidden domains. */
export const domainsWeb: FeatureWeb = {
  name: 'domains',
  pages: [
    {
      path: domainsPath,
      label: () => label('domains'),
      guard,
      load: async () => ({ Page: (await import('./domains-page.tsx')).DomainsPage }),
    },
  ],
  rail: [
    {
      id: 'domains',
      section: 'administration',
      order: 8,
      label: () => label('domains'),
      icon: IconWorldCheck,
      guard,
      to: () => domainsPath(),
    },
  ],
}

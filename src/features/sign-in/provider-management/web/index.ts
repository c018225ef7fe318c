import { manageProviders } from '#features/sign-in/identity-providers/contract.ts'
import { IconKey } from '#kit/web/icons/icons.generated.ts'
import type { FeatureWeb } from '#kit/web/pages.ts'
import { providersPath } from '../paths.ts'
import { label } from './label.ts'

const guard = { only: [manageProviders] }

/** Identity providers. */
export const providerManagementWeb: FeatureWeb = {
  name: 'provider-management',
  pages: [
    {
      path: providersPath,
      label: () => label('page'),
      guard,
      load: async () => ({ Page: (await import('./sso-page.tsx')).SsoPage }),
    },
  ],
  rail: [
    {
      id: 'sso',
      section: 'administration',
      order: 9,
      label: () => label('page'),
      icon: IconKey,
      guard,
      to: () => providersPath(),
    },
  ],
}

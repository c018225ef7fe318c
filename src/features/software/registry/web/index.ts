import { texts } from '#kit/contract/texts.ts'
import type { FeatureWeb } from '#kit/web/pages.ts'
import { manageRegistryAccess } from '../contract/registry.ts'
import { registryPath } from '../paths.ts'

const { text: label } = texts('registry', {
  registry: 'Registry',
})

export { ContainerPicker, RegistryCard } from './lazy-parts.tsx'

const guard = { only: [manageRegistryAccess] }

/** Registry access of an account: how images are pulled, with which credentials, and who pulled what. */
export const registryWeb: FeatureWeb = {
  name: 'registry',
  pages: [
    {
      path: registryPath,
      label: () => label('registry'),
      guard,
      load: async () => ({ Page: (await import('./registry-page.tsx')).RegistryPage }),
    },
  ],
  rail: [
    {
      id: 'software-registry',
      parent: 'software',
      section: 'main',
      order: 4,
      label: () => label('registry'),
      guard,
      to: (account) => account && registryPath({ account }),
    },
  ],
}

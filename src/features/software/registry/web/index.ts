import { lazy } from 'react'
import type { FeatureWeb } from '#kit/web/pages.ts'
import { accountPath } from '#kit/web/who/account.tsx'
import { manageRegistryAccess } from '../contract/registry-permissions.ts'
import { label } from './label.ts'

/** Chooses images of the registry for a bundle; in a chunk of its own, needs a `Suspense` around it. */
export const ContainerPicker = lazy(async () => ({ default: (await import('./container-picker.tsx')).ContainerPicker }))

/** How the images of a release are pulled; in a chunk of its own, needs a `Suspense` around it. */
export const RegistryCard = lazy(async () => ({ default: (await import('./registry-card.tsx')).RegistryCard }))

const guard = { only: [manageRegistryAccess] }

/** Registry access of an account: how images are pulled, with which credentials, and who pulled what. */
export const registryWeb: FeatureWeb = {
  name: 'registry',
  pages: [
    {
      path: '/$account/$accountId/software/registry',
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
      to: (account) => account && `${accountPath(account)}/software/registry`,
    },
  ],
}

import { lazyNamed } from '#kit/web/lazy-named.ts'

/** Chooses images of the registry for a bundle; in a chunk of its own, needs a `Suspense` around it. */
export const ContainerPicker = lazyNamed(() => import('./container-picker.tsx'), 'ContainerPicker')

/** How the images of a release are pulled; in a chunk of its own, needs a `Suspense` around it. */
export const RegistryCard = lazyNamed(() => import('./registry-card.tsx'), 'RegistryCard')

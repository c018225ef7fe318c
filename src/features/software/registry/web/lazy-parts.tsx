import { lazy } from 'react'

/** Chooses images of the registry for a bundle; in a chunk of its own, needs a `Suspense` around it. */
export const ContainerPicker = lazy(async () => ({ default: (await import('./container-picker.tsx')).ContainerPicker }))

/** How the images of a release are pulled; in a chunk of its own, needs a `Suspense` around it. */
export const RegistryCard = lazy(async () => ({ default: (await import('./registry-card.tsx')).RegistryCard }))

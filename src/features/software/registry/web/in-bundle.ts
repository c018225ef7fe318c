import type { BundleComponent } from '#features/software/uploads/contract.ts'
import type { DockerVersion } from '../contract.ts'

export type PickedImage = DockerVersion['dockerImages'][number]

/** What a bundle has of an image or a file already; only one that `isFree` can be added. */
export type InBundle = { readonly state: 'NEW' | 'SAME' | 'OTHER' | 'PENDING' | 'FAILED'; readonly isFree: boolean }

/** An image is known by its repository and tag. */
export function imageInBundle({ url, digest }: PickedImage, components: readonly BundleComponent[]): InBundle {
  const name = url.slice(url.indexOf('/') + 1)
  const component = components.find(({ fileName }) => fileName === name)
  const componentState = stateOf(component)
  return componentState.state === 'SAME' && `sha256:${component?.digest}` !== digest
    ? { state: 'OTHER', isFree: false }
    : componentState
}

/** A file is known by its name. */
export function isoInBundle(path: string, components: readonly BundleComponent[]): InBundle {
  const name = nameOfPath(path).toLowerCase()
  return stateOf(components.find(({ fileName }) => fileName.toLowerCase() === name))
}

export function nameOfPath(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

function stateOf(component: BundleComponent | undefined): InBundle {
  if (!component) return { state: 'NEW', isFree: true }
  if (component.state === 'IN_STORAGE') return { state: 'SAME', isFree: false }
  if (component.uploadState === 'FAILED') return { state: 'FAILED', isFree: true }
  return { state: 'PENDING', isFree: component.state === 'MISSING' }
}

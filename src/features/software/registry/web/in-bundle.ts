import type { BundleComponent } from '#features/software/uploads/contract.ts'
import type { DockerVersion } from '../contract.ts'

export type PickedImage = DockerVersion['dockerImages'][number]

/** What a bundle has of an image or a file already; only one that `isFree` can be added. */
export type InBundle = { readonly state: 'NEW' | 'SAME' | 'OTHER' | 'PENDING' | 'FAILED'; readonly isFree: boolean }

/** An image is known by its repository and tag. */
export function imageInBundle({ url, digest }: PickedImage, components: readonly BundleComponent[]): InBundle {
  const name = url.slice(url.indexOf('/') + 1)
  const found = components.find(({ fileName }) => fileName === name)
  const known = stateOf(found)
  return known.state === 'SAME' && `sha256:${found?.digest}` !== digest ? { state: 'OTHER', isFree: false } : known
}

/** A file is known by its name. */
export function isoInBundle(path: string, components: readonly BundleComponent[]): InBundle {
  const name = nameOfPath(path).toLowerCase()
  return stateOf(components.find(({ fileName }) => fileName.toLowerCase() === name))
}

export function nameOfPath(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

function stateOf(found: BundleComponent | undefined): InBundle {
  if (!found) return { state: 'NEW', isFree: true }
  if (found.state === 'IN_STORAGE') return { state: 'SAME', isFree: false }
  if (found.uploadState === 'FAILED') return { state: 'FAILED', isFree: true }
  return { state: 'PENDING', isFree: found.state === 'MISSING' }
}

import type { Feature } from '#kit/server/portal.ts'
import { sweepImagesTask } from './sweep-images.ts'

/** Images of containers in the file store. */
export const imagesFeature: Feature = {
  name: 'images',
  serve() {},
  tasks: (portal) => [sweepImagesTask(portal)],
}

export { imagesOfArchive } from './archive-images.ts'
export { type CollectedImage, collectImage } from './collect-image.ts'
export { ImageFlaw } from './image-flaw.ts'
export { type LayoutFile, layoutOf } from './image-layout.ts'
export { isKnownPart, partsOfImage, rememberBlob, rememberImage, storePartCrc } from './image-store.ts'
export { type Descriptor, MANIFEST_LIMIT, parseManifest } from './manifest-shapes.ts'
export { requireUnpackable } from './require-unpackable.ts'

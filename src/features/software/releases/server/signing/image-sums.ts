import { createHash } from 'node:crypto'
import type { LayoutFile } from '#features/software/images/server/index.ts'

/** The folder of the images in a release: an OCI layout. */
export const LAYOUT = 'release.images'
/** The checksums of the files of that folder. */
export const LAYOUT_SUMS = 'release.images.sha256'

/** SHA-256 of each file of the images, as `sha256sum -c` reads it; empty without images. */
export function layoutSumsOf(layout: readonly LayoutFile[]): string {
  return layout.map((file) => `${digestOf(file)}  ${LAYOUT}/${file.name}\n`).join('')
}

function digestOf(file: LayoutFile): string {
  return 'bytes' in file ? createHash('sha256').update(file.bytes).digest('hex') : file.digest
}

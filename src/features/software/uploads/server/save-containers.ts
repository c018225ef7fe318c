import { open } from 'node:fs/promises'
import { ImageFlaw, imagesOfArchive, isKnownPart } from '#features/software/images/server/index.ts'
import { HttpProblem } from '#kit/server/http-problem.ts'
import { type Lease, renewLease } from './lease.ts'
import { startHeartbeat } from './progress-reports.ts'
import { storeImages } from './store-images.ts'
import type { UploadContext } from './upload-context.ts'
import { largestUpload } from './upload-settings.ts'
import type { StoredUpload } from './upload-store.ts'

/**
 * Stores the images of an uploaded archive and makes each a component of the bundle: all of them, or none. Returns why
 * the archive is not usable, or undefined.
 */
export async function saveContainers(
  context: UploadContext,
  lease: Lease,
  upload: StoredUpload,
  archive: { readonly path: string; readonly digest: string; readonly size: number },
): Promise<string | undefined> {
  const { portal, store } = context
  const alive = startHeartbeat(
    () => renewLease(context, lease, {}),
    (failure) => portal.log.warn({ err: failure, upload: upload.id }, 'the lease of an archive was not renewed'),
  )
  try {
    const { fileName } = upload
    const gzip = await isGzip(archive.path)
    const images = await imagesOfArchive(
      { path: archive.path, fileName, limit: largestUpload(portal), gzip },
      store,
      (digest) => isKnownPart(portal.db, digest),
    )
    await alive.stop()
    const origin = { product: null, branch: null, productVersion: null }
    const namedImages = images.map((one) => ({ ...one, ...origin }))
    await storeImages(context, lease, upload, { images: namedImages, sourceName: fileName, ...archive })
    return undefined
  } catch (failure) {
    if (failure instanceof ImageFlaw || failure instanceof HttpProblem) return failure.message
    throw failure
  } finally {
    await alive.stop()
  }
}

async function isGzip(path: string): Promise<boolean> {
  const file = await open(path, 'r')
  try {
    const { buffer: head, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0)
    return bytesRead === 2 && head[0] === 0x1f && head[1] === 0x8b
  } finally {
    await file.close()
  }
}

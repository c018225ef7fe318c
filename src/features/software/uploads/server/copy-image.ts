import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { collectImage, ImageFlaw, rememberBlob } from '#features/software/images/server/index.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { copyBlob, copyManifests } from './copy-parts.ts'
import { originOf, readImageAddress } from './image-address.ts'
import { type ImageSource, openImageSource } from './image-source.ts'
import { type Lease, release, renewLease, takeLease } from './lease.ts'
import { startHeartbeat } from './progress-reports.ts'
import { storeImages } from './store-images.ts'
import type { UploadContext } from './upload-context.ts'
import { largestUpload } from './upload-settings.ts'
import type { StoredUpload } from './upload-store.ts'

/**
 * Copies an image from the connected registry: the tag is read once, all else by digest, blob by blob. Run again after a
 * break or a crash it goes on with the first byte that is missing.
 */
export async function copyImage(context: UploadContext, { id }: StoredUpload): Promise<void> {
  const { lease, upload } = await takeLease(context, id, { from: ['RESERVED', 'UPLOADING'], to: 'UPLOADING' })
  const stopController = new AbortController()
  let receivedBytes = 0
  const alive = startHeartbeat(
    () => renewLease(context, lease, { received: receivedBytes }),
    (failure) => stopController.abort(failure),
  )
  try {
    const source = (await openImageSource(context.portal)) ?? throwFlaw('No registry is connected.')
    const address = readImageAddress(upload.sourcePath ?? '') ?? throwFlaw('It is not the address of an image.')
    const { repository } = address
    const digest = upload.expectedDigest ?? (await pinDigest(context, lease, source, address))
    const blobs = await copyManifests(context, source, { repository, digest })
    const size = [...blobs.values()].reduce((sum, blob) => sum + blob.size, 0)
    if (size > largestUpload(context.portal)) throwFlaw(`It has ${size} bytes, more than an upload may have.`)
    await expectSize(context, lease, size)
    let before = 0
    for (const blob of blobs.values()) {
      await copyBlob(context, source, { upload: id, repository, blob, signal: stopController.signal }, (bytes) => {
        receivedBytes = before + bytes
      })
      before += blob.size
      const part = { digest: blob.digest.slice(7), size: blob.size }
      // Held from now on: the sweep removes bytes that no row names.
      await inTransaction(context.portal.db, (tx) => rememberBlob(tx, repository, part, context.portal.config))
    }
    const { store } = context
    const image = await collectImage(digest, {
      sizeOf: (part) => store.sizeOf(part),
      bytes: (part) => buffer(store.read(part)),
    })
    await alive.stop()
    const sourceName = `${source.host}/${repository}:${address.tag}`
    const images = [{ ...address, image, ...originOf(address) }]
    await storeImages(context, lease, upload, { images, sourceName, digest, size: image.size })
  } finally {
    await alive.stop()
    await release(context, lease)
  }
}

/** The tag may move: from now on the upload is of this digest. */
async function pinDigest(
  { portal }: UploadContext,
  { id, token }: Lease,
  source: ImageSource,
  { repository, tag }: { repository: string; tag: string },
): Promise<string> {
  const { digest } = await source.manifest(repository, tag)
  await sql`update uploads set expected_digest = ${digest} where id = ${id}::uuid and lease = ${token}::uuid`.execute(
    portal.db,
  )
  return digest
}

async function expectSize({ portal }: UploadContext, { id, token }: Lease, size: number): Promise<void> {
  await sql`update uploads set size = ${size} where id = ${id}::uuid and lease = ${token}::uuid`.execute(portal.db)
}

function throwFlaw(text: string): never {
  throw new ImageFlaw(text)
}

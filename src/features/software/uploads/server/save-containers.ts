import { open } from 'node:fs/promises'
import { sql } from 'kysely'
import { fileAdded, fileUpdated } from '#features/software/bundles/contract.ts'
import { addContainer } from '#features/software/bundles/server/index.ts'
import { ImageFlaw, imagesOfArchive, isKnownPart, rememberImage } from '#features/software/images/server/index.ts'
import { recordEvent } from '#kit/server/events/event.ts'
import { HttpProblem } from '#kit/server/http-problem.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { actorOfUpload } from './actor-of-upload.ts'
import { type Lease, LeaseLost, renewLease } from './lease.ts'
import { startHeartbeat } from './progress-reports.ts'
import type { UploadContext } from './upload-context.ts'
import { largestUpload } from './upload-settings.ts'
import { publishProgress, type StoredUpload, uploadColumns } from './upload-store.ts'

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
    await inTransaction(portal.db, async (tx) => {
      const { rows } = await sql<StoredUpload>`
        update uploads u set state = 'DONE', digest = ${archive.digest}, digested = ${archive.size}, lease = null, leased_until = null, updated_at = clock_timestamp()
        where u.id::text = ${upload.id} and u.lease = ${lease.token}::uuid returning ${uploadColumns}`.execute(tx)
      if (!rows[0]) throw new LeaseLost()
      const actor = await actorOfUpload(context, upload.createdBy)
      for (const { repository: containerName, tag, image } of images) {
        const { digest, size, mediaType } = image
        const fileId = await rememberImage(tx, image, portal.config)
        const { bundleId, sourceType, clobber, createdBy: userId } = upload
        const origin = { product: null, branch: null, productVersion: null, sourceType, sourceName: fileName }
        const stored = { bundleId, containerName, tag, digest, fileId, size, mediaType, clobber, userId, ...origin }
        const { replaced } = await addContainer(tx, stored)
        const data = { what: `${containerName}:${tag}`, digest, size }
        await recordEvent(tx, replaced ? fileUpdated : fileAdded, actor, { subject: bundleId, data })
      }
      await publishProgress(context, tx, rows[0])
    })
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

import { sql } from 'kysely'
import { fileAdded, fileUpdated } from '#features/software/bundles/contract.ts'
import { addContainer } from '#features/software/bundles/server/index.ts'
import { type CollectedImage, rememberImage } from '#features/software/images/server/index.ts'
import { recordEvent } from '#kit/server/events/event.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { actorOfUpload } from './actor-of-upload.ts'
import { type Lease, LeaseLost } from './lease.ts'
import type { UploadContext } from './upload-context.ts'
import { publishProgress, type StoredUpload, uploadColumns } from './upload-store.ts'

/** An image whose bytes are in the store, and what it was built for. */
export type NamedImage = {
  readonly repository: string
  readonly tag: string
  readonly image: CollectedImage
  readonly product: string | null
  readonly branch: string | null
  readonly productVersion: string | null
}

/** Ends the upload: each of its images is a component of the bundle, all of them, or none. */
export async function storeImages(
  context: UploadContext,
  lease: Lease,
  upload: StoredUpload,
  {
    images,
    sourceName,
    digest,
    size,
  }: { images: readonly NamedImage[]; sourceName: string; digest: string; size: number },
): Promise<void> {
  const { portal } = context
  await inTransaction(portal.db, async (tx) => {
    const { rows } = await sql<StoredUpload>`
      update uploads u set state = 'DONE', digest = ${digest}, size = ${size}, received = ${size}, digested = ${size}, lease = null, leased_until = null,
        updated_at = clock_timestamp()
      where u.id::text = ${upload.id} and u.lease = ${lease.token}::uuid returning ${uploadColumns}`.execute(tx)
    if (!rows[0]) throw new LeaseLost()
    const actor = await actorOfUpload(context, upload.createdBy)
    const { bundleId, sourceType, clobber, createdBy: userId } = upload
    for (const { repository: containerName, tag, image, ...origin } of images) {
      const { digest, size, mediaType } = image
      const fileId = await rememberImage(tx, image, portal.config)
      const from = { ...origin, sourceType, sourceName }
      const container = { bundleId, containerName, tag, digest, fileId, size, mediaType, clobber, userId, ...from }
      const { replaced: isReplaced } = await addContainer(tx, container)
      const data = { what: `${containerName}:${tag}`, digest, size }
      await recordEvent(tx, isReplaced ? fileUpdated : fileAdded, actor, { subject: bundleId, data })
    }
    await publishProgress(context, tx, rows[0])
  })
}

import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { fileAdded, fileUpdated } from '#features/software/bundles/contract.ts'
import { addComponent } from '#features/software/bundles/server/index.ts'
import { recordEvent } from '#kit/server/events/event.ts'
import { HttpProblem } from '#kit/server/http-problem.ts'
import { addJob, defineJob, type Task, taskOf } from '#kit/server/job.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { uploadFailed } from '../contract.ts'
import { actorOfUpload } from './actor-of-upload.ts'
import { type Lease, LeaseLost, release, renewLease, SAVING_MS, takeLease } from './lease.ts'
import { REPORT_MS, startHeartbeat } from './progress-reports.ts'
import { saveContainers } from './save-containers.ts'
import { sbomOf } from './sbom.ts'
import type { UploadContext } from './upload-context.ts'
import { publishProgress, type StoredUpload, uploadColumns } from './upload-store.ts'

/** Name of the background task. */
/** Saves the bytes of an upload. */
export const SAVE = defineJob('upload.save', { id: z.string() })
const PIECE = 524_288

/** All `size` bytes are there: that is stored and the saving job enqueued, both or neither. */
export async function enqueueSave(context: UploadContext, lease: Lease, size: number): Promise<StoredUpload> {
  return inTransaction(context.portal.db, async (tx) => {
    const { rows } = await sql<StoredUpload>`
      update uploads u set state = 'SAVING', received = ${size}, size = ${size}, digested = 0, lease = null, leased_until = null, updated_at = clock_timestamp()
      where u.id::text = ${lease.id} and u.lease = ${lease.token}::uuid returning ${uploadColumns}`.execute(tx)
    if (!rows[0]) throw new LeaseLost()
    await addJob(tx, SAVE, { id: lease.id }, { key: `${SAVE.name} ${lease.id}` })
    await publishProgress(context, tx, rows[0])
    return rows[0]
  })
}

/** Restarts a saving whose process has died; does no harm to one in progress. */
export async function requeueSave({ portal }: UploadContext, id: string): Promise<void> {
  await addJob(portal.db, SAVE, { id }, { key: `${SAVE.name} ${id}` })
}

/**
 * Saves an upload: digests the bytes on the disk (not those of the connection), compares with the expected checksum,
 * writes it to the store, and makes it a component. Run again after a crash at any point it ends the same.
 */
export function saveTask(context: UploadContext): Task {
  return taskOf(SAVE, {
    async run({ id }) {
      const leaseOrCode = await takeLease(context, id, { from: ['SAVING'], to: 'SAVING' }).catch((failure) => {
        if (!(failure instanceof HttpProblem)) throw failure
        return failure.problem.code
      })
      // The process that has the lease may have died: this job comes again when the lease has ended.
      if (leaseOrCode === 'upload-busy')
        return addJob(
          context.portal.db,
          SAVE,
          { id },
          { key: `${SAVE.name} ${id}`, runAt: new Date(Date.now() + SAVING_MS) },
        )
      // Done or cancelled.
      if (typeof leaseOrCode === 'string') return
      const { lease, upload } = leaseOrCode
      try {
        await save(context, lease, upload)
      } catch (failure) {
        if (!(failure instanceof LeaseLost)) throw failure
      } finally {
        await release(context, lease)
      }
    },
  })
}

async function save(context: UploadContext, lease: Lease, upload: StoredUpload): Promise<void> {
  const path = context.partial.pathOf(upload.id)
  const { expectedDigest, expectedSha1 } = upload
  const { digest, size, sha1 } = await digestOf(context, lease, { path, withSha1: expectedSha1 !== null })
  if (size !== upload.size)
    return fail(context, upload, `The stored file has ${size} bytes instead of ${upload.size}. Upload it again.`)
  if (expectedDigest !== null && expectedDigest !== digest)
    return fail(
      context,
      upload,
      `The bytes that arrived have SHA-256 ${digest}, but ${expectedDigest} was promised. The file was dropped.`,
    )
  if (expectedSha1 !== null && expectedSha1 !== sha1)
    return fail(
      context,
      upload,
      `The bytes that arrived have SHA-1 ${sha1}, but its source says ${expectedSha1}: it was changed, or damaged on its way. Fetch it again.`,
    )
  if (upload.componentType === 'container') {
    const flaw = await saveContainers(context, lease, upload, { path, digest, size })
    return flaw === undefined ? context.partial.remove(upload.id) : fail(context, upload, flaw)
  }
  const sbom = await sbomOf(path, upload.fileName, size)
  await adopt(context, lease, path, digest)
  try {
    await inTransaction(context.portal.db, async (tx) => {
      const { rows } = await sql<StoredUpload>`
        update uploads u set state = 'DONE', digest = ${digest}, digested = ${size}, lease = null, leased_until = null, updated_at = clock_timestamp()
        where u.id::text = ${upload.id} and u.lease = ${lease.token}::uuid returning ${uploadColumns}`.execute(tx)
      if (!rows[0]) throw new LeaseLost()
      const { bundleId, fileName, componentType, clobber, sourceType, createdBy: userId } = upload
      const component = { bundleId, fileName, componentType, clobber, sourceType, digest, size, sbom, userId }
      const { replaced: isReplaced } = await addComponent(
        tx,
        { ...component, uploadId: upload.id },
        context.portal.config,
      )
      await recordEvent(tx, isReplaced ? fileUpdated : fileAdded, await actorOfUpload(context, userId), {
        subject: bundleId,
        data: { what: fileName, digest, size },
      })
      await publishProgress(context, tx, rows[0])
    })
  } catch (failure) {
    if (!(failure instanceof HttpProblem)) throw failure
    return fail(context, upload, failure.message)
  }
  await context.partial.remove(upload.id)
}

/** Stores the file; the lease is renewed meanwhile, because a large one goes to S3 for minutes. */
async function adopt(context: UploadContext, lease: Lease, path: string, digest: string): Promise<void> {
  const alive = startHeartbeat(
    () => renewLease(context, lease, {}),
    (failure) => context.portal.log.warn({ err: failure, upload: lease.id }, 'the lease of an upload was not renewed'),
  )
  await context.store.adopt(path, digest).finally(() => alive.stop())
}

/** One buffer serves the whole file: a new one for each read would stay until the garbage collection. */
async function digestOf(
  context: UploadContext,
  lease: Lease,
  { path, withSha1 }: { readonly path: string; readonly withSha1: boolean },
): Promise<{ digest: string; size: number; sha1: string | undefined }> {
  const hash = createHash('sha256')
  const other = withSha1 ? createHash('sha1') : undefined
  const piece = Buffer.allocUnsafe(PIECE)
  const file = await open(path, 'r')
  let size = 0
  let reportedAt = Date.now()
  try {
    for (;;) {
      const { bytesRead } = await file.read(piece, 0, PIECE, size)
      if (bytesRead === 0) return { digest: hash.digest('hex'), size, sha1: other?.digest('hex') }
      hash.update(piece.subarray(0, bytesRead))
      other?.update(piece.subarray(0, bytesRead))
      size += bytesRead
      if (Date.now() - reportedAt < REPORT_MS) continue
      reportedAt = Date.now()
      await renewLease(context, lease, { digested: size })
    }
  } finally {
    await file.close()
  }
}

/** The upload ends without a file; its bytes are deleted. */
export async function fail(
  context: UploadContext,
  { id, bundleId, fileName, createdBy }: StoredUpload,
  error: string,
): Promise<void> {
  await inTransaction(context.portal.db, async (tx) => {
    const { rows } = await sql<StoredUpload>`
      update uploads u set state = 'FAILED', error = ${error}, lease = null, leased_until = null, updated_at = clock_timestamp()
      where u.id::text = ${id} and u.state in ('RESERVED', 'UPLOADING', 'SAVING') returning ${uploadColumns}`.execute(
      tx,
    )
    if (!rows[0]) return
    const data = { what: fileName, error }
    await recordEvent(tx, uploadFailed, await actorOfUpload(context, createdBy), { subject: bundleId, data })
    await publishProgress(context, tx, rows[0])
  })
  await context.partial.remove(id)
}

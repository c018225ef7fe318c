import { HttpProblem } from '#kit/server/http-problem.ts'
import { enqueueFetch } from './fetch-source.ts'
import { SAVING_MS, takeLease } from './lease.ts'
import { enqueueSave, requeueSave } from './save-upload.ts'
import type { UploadContext } from './upload-context.ts'
import { findUpload, type StoredUpload } from './upload-store.ts'

/** Longer than the lease of a writer lasts: its process has died. */
const IDLE_MS = 6_000

/**
 * The current upload. One with all its bytes, or that is fetched, and that no process works on is restarted by the
 * request.
 */
export async function findAndResumeUpload(context: UploadContext, id: string): Promise<StoredUpload> {
  const upload = await findUpload(context.portal.db, id)
  if (Date.now() - upload.updatedAt.getTime() < (upload.state === 'SAVING' ? SAVING_MS : IDLE_MS)) return upload
  if (upload.state === 'SAVING') await requeueSave(context, id)
  if (upload.state === 'UPLOADING' && upload.sourceType !== 'CLIENT_FILE') await enqueueFetch(context, upload)
  return upload.state === 'UPLOADING' && upload.received === upload.size ? resume(context, upload) : upload
}

/**
 * The process died between the last byte and the saving. The client sees all its bytes there and sends nothing more.
 */
async function resume(context: UploadContext, upload: StoredUpload): Promise<StoredUpload> {
  const { id, received: receivedBytes } = upload
  if ((await context.partial.sizeOf(id)) !== receivedBytes) return upload
  try {
    const { lease } = await takeLease(context, id, { from: ['UPLOADING'], to: 'UPLOADING' })
    return await enqueueSave(context, lease, receivedBytes)
  } catch (failure) {
    // Another caller was faster.
    if (failure instanceof HttpProblem) return findUpload(context.portal.db, id)
    throw failure
  }
}

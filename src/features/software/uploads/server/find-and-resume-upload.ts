import { HttpProblem } from '#kit/server/http-problem.ts'
import { enqueueFetch } from './fetch-source.ts'
import { takeLease } from './lease.ts'
import { enqueueSave, requeueSave } from './save-upload.ts'
import type { UploadContext } from './upload-context.ts'
import { findUpload, type StoredUpload } from './upload-store.ts'

/** Longer than any lease lasts: its process has died. */
const IDLE_MS = 6_000

/**
 * The current upload. One with all its bytes, or that is fetched, and that no process works on is restarted by the
 * request.
 */
export async function findAndResumeUpload(room: UploadContext, id: string): Promise<StoredUpload> {
  const upload = await findUpload(room.portal.db, id)
  if (Date.now() - upload.updatedAt.getTime() < IDLE_MS) return upload
  if (upload.state === 'SAVING') await requeueSave(room, id)
  if (upload.state === 'UPLOADING' && upload.sourceType !== 'CLIENT_FILE') await enqueueFetch(room, upload)
  return upload.state === 'UPLOADING' && upload.received === upload.size ? resume(room, upload) : upload
}

/**
 * The process died between the last byte and the saving. The client sees all its bytes there and sends nothing more.
 */
async function resume(room: UploadContext, upload: StoredUpload): Promise<StoredUpload> {
  const { id, received } = upload
  if ((await room.partial.sizeOf(id)) !== received) return upload
  try {
    const { lease } = await takeLease(room, id, { from: ['UPLOADING'], to: 'UPLOADING' })
    return await enqueueSave(room, lease, received)
  } catch (failure) {
    // Another caller was faster.
    if (failure instanceof HttpProblem) return findUpload(room.portal.db, id)
    throw failure
  }
}

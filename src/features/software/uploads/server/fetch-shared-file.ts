import { sql } from 'kysely'
import { throwProblem } from '#kit/server/http-problem.ts'
import { OutboundRequestBlocked } from '#kit/server/outbound.ts'
import { IntegrationError } from '#kit/server/vendor/vendor-error.ts'
import { uploadProblems } from '../contract.ts'
import { append, SourceIdleTimeout } from './append.ts'
import { openFileSharing, type SharedFile, throwNotConnected } from './file-sharing.ts'
import type { UploadContext } from './upload-context.ts'
import { largestUpload } from './upload-settings.ts'
import { findUpload, type StoredUpload, uploadColumns } from './upload-store.ts'

/** How often a file is continued after a break without one more byte, and begun again because it was changed. */
const TRIES = 3

/**
 * Fetches a file of the file-sharing storage. After a break or a crash it goes on with the first byte that is missing,
 * unless the file was changed meanwhile: then it begins again.
 */
export async function fetchSharedFile(context: UploadContext, { id, sourcePath }: StoredUpload): Promise<void> {
  const storage = (await openFileSharing(context.portal)) ?? throwNotConnected()
  const reference = sourcePath ?? ''
  const limit = largestUpload(context.portal)
  let versions = 0
  for (let tries = 0; ; ) {
    const file = await storage.file(reference)
    if (file.size > limit) throwProblem(uploadProblems['upload-too-large'], { name: file.name, limit })
    if (file.size === 0) throwProblem(uploadProblems['upload-empty'])
    const { upload, isNew } = await expectFile(context, id, file)
    if (isNew) versions += 1
    if (versions > TRIES) throw changingFileError(file)
    try {
      const { body, offset } = await storage.content(reference, file, upload.received)
      try {
        const piece = { source: body, offset: offset === 0 ? undefined : offset, limit: file.size }
        if ((await append(context, id, piece)).state !== 'UPLOADING') return
      } finally {
        body.destroy()
      }
      throw new IntegrationError(`${file.name} ended before its last byte.`, { fault: 'unreachable' })
    } catch (failure) {
      const { received: receivedBytes } = await findUpload(context.portal.db, id)
      tries = receivedBytes > upload.received ? 0 : tries + 1
      if (tries >= TRIES || !isBreak(failure)) throw failure
    }
  }
}

/** From now on the upload is of this version; what came of another one does not count. */
async function expectFile(
  { portal, partial }: UploadContext,
  id: string,
  { version, sha1, size }: SharedFile,
): Promise<{ upload: StoredUpload; isNew: boolean }> {
  const before = await findUpload(portal.db, id)
  const isNew = before.sourceVersion !== version
  // A crash can leave fewer bytes on the disk than were reported, or all of them: then the last one is fetched again.
  const receivedBytes = isNew ? 0 : Math.min(before.received, await partial.sizeOf(id), size - 1)
  const { rows } = await sql<StoredUpload>`
    update uploads u set source_version = ${version}, expected_sha1 = ${sha1}, size = ${size}, received = ${receivedBytes}
    where u.id::text = ${id} and u.state in ('RESERVED', 'UPLOADING') and (u.leased_until is null or u.leased_until < clock_timestamp())
    returning ${uploadColumns}`.execute(portal.db)
  return { upload: rows[0] ?? throwProblem(uploadProblems['upload-busy']), isNew }
}

/** The connection broke, or the other side had trouble: the next request may succeed. */
function isBreak(failure: unknown): boolean {
  if (failure instanceof IntegrationError) return ['unreachable', 'timeout', 'failing'].includes(failure.fault)
  return failure instanceof OutboundRequestBlocked || failure instanceof SourceIdleTimeout
}

function changingFileError({ name }: SharedFile): IntegrationError {
  return new IntegrationError(`${name} was changed again and again while it was fetched.`, { fault: 'rejected' })
}

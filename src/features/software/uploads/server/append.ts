import type { Readable } from 'node:stream'
import { bufferChunks } from '#kit/server/files/gathered.ts'
import type { PartialFile } from '#kit/server/files/partial-file.ts'
import { HttpProblem, throwProblem } from '#kit/server/http-problem.ts'
import { uploadProblems } from '../contract.ts'
import type { Checksum } from './checksum.ts'
import { type Lease, release, renewLease, takeLease } from './lease.ts'
import { REPORT_MS, startHeartbeat } from './progress-reports.ts'
import { enqueueSave } from './save-upload.ts'
import type { UploadContext } from './upload-context.ts'
import type { StoredUpload } from './upload-store.ts'

/** The incoming bytes, and their destination. */
export type UploadStream = {
  readonly source: Readable
  /** The offset that the caller assumes; undefined starts again. */
  readonly offset: number | undefined
  /** The largest size of the upload, in bytes. */
  readonly limit: number
  readonly checksum?: Checksum | undefined
  /** The source knows no size: the received bytes are all of it. */
  readonly untilEnd?: boolean
}

/** Thrown when nothing was received for too long. */
export class SourceIdleTimeout extends Error {}

/**
 * A writer that sends nothing for this number of reports is disconnected, so that another connection of the same client
 * can continue. Counted in reports, not by the clock: a process that was suspended has not checked for bytes.
 */
const SILENT_REPORTS = 10_000 / REPORT_MS

/**
 * Writes bytes of an upload to the disk. What it reports as received is synced before; whatever ends it (a lost
 * connection, a full disk, kill -9), the upload is at the last report or beyond, and resumes there. When all bytes are
 * there the saving job takes over.
 */
export async function append(context: UploadContext, id: string, incoming: UploadStream): Promise<StoredUpload> {
  const { lease, upload } = await takeLease(context, id, { from: ['RESERVED', 'UPLOADING'], to: 'UPLOADING' })
  try {
    const start = incoming.offset === undefined ? 0 : Math.min(upload.received, await context.partial.sizeOf(id))
    if (incoming.offset !== undefined && incoming.offset !== start)
      throwProblem(
        uploadProblems['upload-offset-conflict'],
        { offset: start },
        { headers: { 'upload-offset': String(start) } },
      )
    const file = await context.partial.open(id, start)
    const end = await write(context, lease, file, start, incoming, upload).finally(() => file.close())
    const size = incoming.untilEnd ? end : upload.size
    if (size === 0) throwProblem(uploadProblems['upload-empty'])
    return size === end ? await enqueueSave(context, lease, end) : await renewLease(context, lease, { received: end })
  } finally {
    await release(context, lease)
  }
}

async function write(
  context: UploadContext,
  lease: Lease,
  file: PartialFile,
  start: number,
  { source, limit, checksum }: UploadStream,
  { fileName, size }: StoredUpload,
): Promise<number> {
  let end = start
  let silence = 0
  const reports = startHeartbeat(
    async () => {
      silence += 1
      if (silence > SILENT_REPORTS) throw new SourceIdleTimeout('no bytes came for too long')
      // Bytes with their own checksum count only as a whole.
      await renewLease(context, lease, { received: checksum ? start : await file.sync() })
    },
    (failure) => source.destroy(failure),
  )
  try {
    for await (const chunks of bufferChunks(source)) {
      // While the disk is slow no writer counts as silent.
      silence = Number.NEGATIVE_INFINITY
      for (const chunk of chunks) end += chunk.length
      if (end > limit) throwProblem(uploadProblems['upload-too-large'], { name: fileName, limit })
      for (const chunk of chunks) checksum?.update(chunk)
      await file.write(chunks)
      silence = 0
    }
    if (checksum && !checksum.matches()) throwProblem(uploadProblems['checksum-mismatch'])
    return await file.sync()
  } catch (failure) {
    await reports.stop()
    if (checksum || end > limit) await file.cut(start)
    else await keepWhatCame(context, lease, file)
    throw isDiskFull(failure)
      ? new HttpProblem(uploadProblems['storage-full'], { size: (size ?? end) - start })
      : failure
  } finally {
    await reports.stop()
  }
}

/** The connection was lost: received bytes count. When the disk fails to sync, the last report stays valid. */
async function keepWhatCame(context: UploadContext, lease: Lease, file: PartialFile): Promise<void> {
  try {
    await renewLease(context, lease, { received: await file.sync() })
  } catch (failure) {
    context.portal.log.warn({ err: failure, upload: lease.id }, 'the end of an upload was not kept')
  }
}

function isDiskFull(failure: unknown): boolean {
  return failure instanceof Error && 'code' in failure && (failure.code === 'ENOSPC' || failure.code === 'EDQUOT')
}

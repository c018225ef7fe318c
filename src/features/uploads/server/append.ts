import type { Readable } from 'node:stream'
import type { PartialFile } from '#kit/server/files/partial-file.ts'
import { refuse } from '#kit/server/refusal.ts'
import { uploadProblems } from '../contract.ts'
import type { Checksum } from './checksum.ts'
import { type Lease, REPORT_MS, release, report, takeLease } from './lease.ts'
import { saveSoon } from './save-upload.ts'
import type { UploadRoom } from './upload-room.ts'
import type { StoredUpload } from './upload-store.ts'

/** What comes in, and where it goes. */
export type Incoming = {
  readonly source: Readable
  /** Where the caller believes the upload stands; undefined begins anew. */
  readonly offset: number | undefined
  /** The most bytes that the upload may have. */
  readonly limit: number
  readonly checksum?: Checksum | undefined
  /** The source knows no size: what came is all of it. */
  readonly untilEnd?: boolean
}

/** A writer that sends nothing for so long is cut off, so that another connection of the same client can go on. */
const STALLED_MS = 10_000

/**
 * Writes bytes of an upload to the disk. What it reports as received is synced before; whatever ends it (a lost
 * connection, a full disk, kill -9), the upload stands at the last report or beyond, and goes on from there. When all
 * bytes are there the saving job takes over.
 */
export async function append(room: UploadRoom, id: string, incoming: Incoming): Promise<StoredUpload> {
  const { lease, upload } = await takeLease(room, id, { from: ['RESERVED', 'UPLOADING'], to: 'UPLOADING' })
  try {
    const start = incoming.offset === undefined ? 0 : Math.min(upload.received, await room.partial.sizeOf(id))
    if (incoming.offset !== undefined && incoming.offset !== start)
      refuse(
        uploadProblems['upload-offset-conflict'],
        { offset: start },
        { headers: { 'upload-offset': String(start) } },
      )
    const file = await room.partial.open(id, start)
    const end = await write(room, lease, file, start, incoming, upload).finally(() => file.close())
    const size = incoming.untilEnd ? end : upload.size
    if (size === 0) refuse(uploadProblems['upload-empty'])
    const now = await report(room, lease, { received: end, ...(size === null ? {} : { size }) })
    return size === end ? await saveSoon(room, lease, now) : now
  } finally {
    await release(room, lease)
  }
}

async function write(
  room: UploadRoom,
  lease: Lease,
  file: PartialFile,
  start: number,
  { source, limit, checksum }: Incoming,
  { fileName }: StoredUpload,
): Promise<number> {
  let end = start
  let heard = Date.now()
  let reporting: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    if (Date.now() - heard > STALLED_MS) source.destroy(new Error('no bytes came for too long'))
    // Bytes with a checksum of their own count only together.
    reporting = reporting.then(async () => report(room, lease, { received: checksum ? start : await file.sync() }))
    reporting.then(
      () => undefined,
      (failure: Error) => source.destroy(failure),
    )
  }, REPORT_MS)
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      heard = Date.now()
      end += chunk.length
      if (end > limit) refuse(uploadProblems['upload-too-large'], { name: fileName, limit })
      checksum?.update(chunk)
      await file.write(chunk)
    }
    if (checksum && !checksum.matches()) refuse(uploadProblems['upload-chunk-damaged'])
    return await file.sync()
  } catch (failure) {
    clearInterval(timer)
    await reporting.catch(() => undefined)
    if (checksum || end > limit) await file.cut(start)
    else await keepWhatCame(room, lease, file)
    throw failure
  } finally {
    clearInterval(timer)
    await reporting.catch(() => undefined)
  }
}

/** The connection was lost: what came before counts. A disk that refuses to sync leaves the last report standing. */
async function keepWhatCame(room: UploadRoom, lease: Lease, file: PartialFile): Promise<void> {
  try {
    await report(room, lease, { received: await file.sync() })
  } catch (failure) {
    room.portal.log.warn({ err: failure, upload: lease.id }, 'the end of an upload was not kept')
  }
}

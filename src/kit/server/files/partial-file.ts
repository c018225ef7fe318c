import { mkdir, open, readdir, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFolder } from './disk-file-store.ts'

/** A file that is uploaded in pieces, over restarts: open for writing at its end. */
export type PartialFile = {
  /** Writes after the existing bytes. */
  write(chunks: readonly Buffer[]): Promise<void>
  /** Makes what was written permanent; returns the total number of bytes. */
  sync(): Promise<number>
  /** Discards what comes after this many bytes. */
  cut(size: number): Promise<void>
  close(): Promise<void>
}

/** Where partial files are: beside the store, so that storing one costs no copy. */
export type PartialFiles = {
  pathOf(id: string): string
  /** Bytes that are stored; 0 without a file. */
  sizeOf(id: string): Promise<number>
  /** Opens the file, creates it when it is missing, and cuts it to `size`. */
  open(id: string, size: number): Promise<PartialFile>
  remove(id: string): Promise<void>
  /** Of all that exist. */
  ids(): Promise<string[]>
  /** Free bytes of the disk. */
  freeBytes(): Promise<number>
}

/**
 * The partial files of a portal. Ids are our own, never what a caller sent. Those in `incoming` are removed by the
 * store's sweep when they were not written for a day.
 */
export function partialFilesOf(
  { dataDirectory }: { readonly dataDirectory: string },
  place: 'uploads' | 'incoming' = 'uploads',
): PartialFiles {
  const folder = join(dataDirectory, 'files', place)
  const pathOf = (id: string) => join(folder, id)
  return {
    pathOf,
    sizeOf: (id) =>
      stat(pathOf(id)).then(
        ({ size }) => size,
        () => 0,
      ),
    async open(id, size) {
      await mkdir(folder, { recursive: true })
      const file = await open(pathOf(id), 'a+', 0o600)
      await file.close()
      await syncFolder(folder)
      return openAt(pathOf(id), size)
    },
    remove: (id) => rm(pathOf(id), { force: true }),
    ids: () => readdir(folder).catch(() => []),
    async freeBytes() {
      await mkdir(folder, { recursive: true })
      const { bavail, bsize } = await statfs(folder)
      return bavail * bsize
    },
  }
}

async function openAt(path: string, size: number): Promise<PartialFile> {
  const file = await open(path, 'r+')
  let end = size
  if ((await file.stat()).size !== size) await file.truncate(size)
  return {
    async write(chunks) {
      for (let chunksLeft = [...chunks]; chunksLeft.length > 0; ) {
        const { bytesWritten } = await file.writev(chunksLeft, end)
        end += bytesWritten
        chunksLeft = after(chunksLeft, bytesWritten)
      }
    },
    async sync() {
      const there = end
      await file.datasync()
      return there
    },
    async cut(size) {
      await file.truncate(size)
      end = size
    },
    close: () => file.close(),
  }
}

/** The part of the chunks that was not written. */
function after(chunks: readonly Buffer[], writtenBytes: number): Buffer[] {
  let bytesLeft = writtenBytes
  return chunks.flatMap((chunk) => {
    const rest = chunk.subarray(Math.min(bytesLeft, chunk.length))
    bytesLeft -= chunk.length - rest.length
    return rest.length > 0 ? [rest] : []
  })
}

import { createReadStream } from 'node:fs'
import { link, mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import type { ByteRange } from './byte-range.ts'
import { type ReceivedFile, receiveFile } from './received-file.ts'
import { writeFileRange } from './write-into.ts'

/** Bytes read at once. */
const PIECE = 512 * 1024

/**
 * Where the bytes of files are stored: on the local disk, each under its SHA-256, so that the same bytes are stored
 * once.
 */
export type FileStore = {
  /**
   * Streams bytes into a temporary file and digests them. Throws `FileTooLarge` beyond `limit` bytes; nothing is left
   * then.
   */
  receive(source: AsyncIterable<Buffer> | Iterable<Buffer>, limit: number): Promise<ReceivedFile>
  /** Makes a received file permanent (synced to disk, then renamed); from now on it can be read by its digest. */
  keep(file: ReceivedFile): Promise<void>
  /**
   * Makes the synced file at `path`, on the same disk, permanent under its digest as well; remove `path` when it is no
   * longer needed.
   */
  adopt(path: string, digest: string): Promise<void>
  /** Number of bytes stored under this digest; undefined when there is no such file. */
  sizeOf(digest: string): Promise<number | undefined>
  /** All bytes of a stored file. */
  read(digest: string): Readable
  /**
   * Writes bytes of a stored file into a stream, which stays open; throws when there are fewer, or the reader is gone.
   */
  writeRange(digest: string, range: ByteRange, into: Writable): Promise<void>
  /** Removes files that `isWanted` does not name and that were not touched for a day; and the remains of uploads. */
  sweep(isWanted: (digests: readonly string[]) => Promise<ReadonlySet<string>>): Promise<number>
}

const UNTOUCHED_MS = 24 * 3_600_000

/** The store of a portal. */
export function fileStoreOf({ dataDirectory }: { readonly dataDirectory: string }): FileStore {
  return openFileStore(join(dataDirectory, 'files'))
}

/** Opens the store in a directory, which is made when first needed. */
export function openFileStore(directory: string): FileStore {
  const incoming = join(directory, 'incoming')
  const folderOf = (digest: string) => join(directory, digest.slice(0, 2))
  const pathOf = (digest: string) => join(folderOf(digest), digest)
  return {
    async receive(source, limit) {
      await mkdir(incoming, { recursive: true })
      return receiveFile(incoming, source, limit)
    },
    async keep(file) {
      const path = pathOf(file.digest)
      await mkdir(folderOf(file.digest), { recursive: true })
      // The same bytes are there already: touched, so that a running sweep does not treat them as unused.
      if (await touched(path)) return file.discard()
      await rename(file.path, path)
      await syncFolder(folderOf(file.digest))
    },
    async adopt(path, digest) {
      await mkdir(folderOf(digest), { recursive: true })
      if (await touched(pathOf(digest))) return
      await link(path, pathOf(digest)).catch(unlessThere)
      await syncFolder(folderOf(digest))
    },
    sizeOf: (digest) =>
      stat(pathOf(digest)).then(
        ({ size }) => size,
        () => undefined,
      ),
    read: (digest) => createReadStream(pathOf(digest), { highWaterMark: PIECE }),
    writeRange: (digest, range, into) => writeFileRange(pathOf(digest), range, into),
    async sweep(isWanted) {
      let removed = await removeOld(incoming, await namesIn(incoming))
      for (const folder of await namesIn(directory)) {
        if (!/^[0-9a-f]{2}$/.test(folder)) continue
        const digests = await namesIn(join(directory, folder))
        const wanted = await isWanted(digests)
        const forgotten = digests.filter((digest) => !wanted.has(digest))
        removed += await removeOld(join(directory, folder), forgotten)
      }
      return removed
    },
  }
}

async function touched(path: string): Promise<boolean> {
  const now = new Date()
  return utimes(path, now, now).then(
    () => true,
    () => false,
  )
}

function unlessThere(failure: NodeJS.ErrnoException): void {
  if (failure.code !== 'EEXIST') throw failure
}

/** Makes a new name in the folder permanent. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  await folder.sync().finally(() => folder.close())
}

async function removeOld(folder: string, names: readonly string[]): Promise<number> {
  let removed = 0
  for (const name of names) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => undefined)
    if (!found || Date.now() - found.mtimeMs < UNTOUCHED_MS) continue
    await rm(path, { force: true })
    removed += 1
  }
  return removed
}

function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => [])
}

import type { Readable, Writable } from 'node:stream'
import type { ByteRange } from './byte-range.ts'
import type { ReceivedFile } from './received-file.ts'

/**
 * Where the bytes of files are stored: on the local disk or in S3, each under its SHA-256, so that the same bytes are
 * stored once.
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
   * Makes the synced file at `path`, on the disk of `incoming`, permanent under its digest as well; remove `path` when
   * it is no longer needed.
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
  /** The digests of all stored files, a page at a time. */
  digests(): AsyncIterable<readonly string[]>
  /** Removes a stored file, even if rows refer to it. */
  remove(digest: string): Promise<void>
  /** An address that gives the file to anybody for `seconds`; undefined where the portal itself sends the bytes. */
  addressOf(digest: string, options: FileAddress): Promise<string | undefined>
  /**
   * Removes files that `isWanted` does not name and that were not touched for a day; and the remains of uploads. Each is
   * removed within `alone`, which runs `remove` while nothing can refer to the file, or returns false.
   */
  sweep(isWanted: (digests: readonly string[]) => Promise<ReadonlySet<string>>, alone: RemovedAlone): Promise<number>
}

/** Runs `remove`, which returns whether it removed the file, while nothing can refer to the file. */
export type RemovedAlone = (digest: string, remove: () => Promise<boolean>) => Promise<boolean>

/** How a file is sent from an address of the storage. */
export type FileAddress = { readonly seconds: number; readonly disposition: string; readonly mediaType: string }

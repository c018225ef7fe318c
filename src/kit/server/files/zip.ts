import { createHash } from 'node:crypto'
import type { Writable } from 'node:stream'
import { crc32 } from 'node:zlib'
import type { ByteRange } from './byte-range.ts'
import type { FileStore } from './file-store.ts'
import { writeInto } from './write-into.ts'
import { centralHeader, endOfDirectory, localHeader, type ZipFacts } from './zip-records.ts'

/** A file to add to a zip: its bytes, or its place in the store, with their CRC-32. */
export type ZipEntry = { readonly name: string; readonly executable?: boolean } & (
  | { readonly bytes: Buffer }
  | StoredBytes
)
type StoredBytes = { readonly digest: string; readonly size: number; readonly crc32: number }

/** A zip of which every byte is known before the first is sent, so that any part of it can be sent. */
export type Zip = {
  readonly size: number
  /** The number of all its bytes. */
  readonly etag: string
  /** Writes a part of it into a stream, which stays open. */
  writeRange(range: ByteRange, into: Writable): Promise<void>
}

type Part = Buffer | StoredBytes

/**
 * A zip (APPNOTE 6.3, zip64 where needed) of uncompressed files. The same entries give the same bytes, and no stored
 * file is read before it is sent.
 */
export function zipOf(store: FileStore, entries: readonly ZipEntry[], modifiedAt: Date): Zip {
  const parts: Part[] = []
  const directory: Buffer[] = []
  let size = 0
  const add = (part: Part) => {
    parts.push(part)
    size += sizeOf(part)
  }
  for (const entry of entries) {
    const content = 'bytes' in entry ? entry.bytes : entry
    const facts = factsOf(entry, content, modifiedAt)
    directory.push(centralHeader(facts, size))
    add(localHeader(facts))
    add(content)
  }
  const start = size
  add(Buffer.concat(directory))
  add(endOfDirectory({ count: entries.length, start, size: size - start }))
  return {
    size,
    etag: etagOf(parts),
    async writeRange({ start, end }, into) {
      let at = 0
      for (const part of parts) {
        const range = { start: Math.max(start - at, 0), end: Math.min(end - at, sizeOf(part) - 1) }
        at += sizeOf(part)
        if (range.start > range.end) continue
        if (Buffer.isBuffer(part)) await writeInto(into, part.subarray(range.start, range.end + 1))
        else await store.writeRange(part.digest, range, into)
      }
    },
  }
}

function factsOf({ name, executable = false }: ZipEntry, content: Part, modifiedAt: Date): ZipFacts {
  const checksum = Buffer.isBuffer(content) ? crc32(content) : content.crc32
  return { name: Buffer.from(name), size: sizeOf(content), crc32: checksum, executable, modified: modifiedAt }
}

function sizeOf(part: Part): number {
  return Buffer.isBuffer(part) ? part.length : part.size
}

/** Stored bytes are identified by their digest. */
function etagOf(parts: readonly Part[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(Buffer.isBuffer(part) ? part : part.digest)
  return `"${hash.digest('base64url')}"`
}

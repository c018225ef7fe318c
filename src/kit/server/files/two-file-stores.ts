import { Readable, Writable } from 'node:stream'
import type { FileStore } from './file-store.ts'
import { writeInto } from './write-into.ts'

/** How often the place of a file is read again that was moved while it was read. */
const MOVES = 3

/** The store whose new files are in `here`; files from before may still be in `other`, until they have been moved. */
export function storesInTwoPlaces(here: FileStore, other: FileStore): FileStore {
  /** Where the file is: both are asked, and the first once more, because it may have been moved in between. */
  async function placeOf(digest: string): Promise<{ store: FileStore; size: number } | undefined> {
    for (const store of [here, other, here]) {
      const size = await store.sizeOf(digest)
      if (size !== undefined) return { store, size }
    }
    return undefined
  }

  /** Writes a range, and what is left of it from the other place if the file is moved there meanwhile. */
  const writeRange: FileStore['writeRange'] = async (digest, { start, end }, into) => {
    let writtenBytes = 0
    let writing = Promise.resolve()
    const countingWriter = new Writable({
      write(bytes: Buffer, _encoding, finish) {
        writing = writeInto(into, bytes).then(() => {
          writtenBytes += bytes.length
          finish()
        }, finish)
      },
    })
    // `finish` reports a failure to the writer; a stream that fails has to have a listener too.
    countingWriter.on('error', () => undefined)
    for (let tries = 1; ; tries += 1) {
      const store = (await placeOf(digest))?.store ?? here
      try {
        return await store.writeRange(digest, { start: start + writtenBytes, end }, countingWriter)
      } catch (failure) {
        // The disk is read while the piece before is being written.
        await writing
        if (into.destroyed || start + writtenBytes > end || tries > MOVES) throw failure
      }
    }
  }

  async function* read(digest: string): AsyncGenerator<Buffer> {
    let size = 0
    for (let tries = 1; ; tries += 1) {
      const store = (await placeOf(digest))?.store ?? here
      try {
        for await (const bytes of store.read(digest) as AsyncIterable<Buffer>) {
          size += bytes.length
          yield bytes
        }
        return
      } catch (failure) {
        // Who has bytes already starts again by itself.
        if (size > 0 || tries > MOVES) throw failure
      }
    }
  }

  return {
    ...here,
    async sizeOf(digest) {
      return (await placeOf(digest))?.size
    },
    read: (digest) => Readable.from(read(digest), { objectMode: false }),
    writeRange,
    async *digests() {
      yield* here.digests()
      yield* other.digests()
    },
    async remove(digest) {
      await here.remove(digest)
      await other.remove(digest)
    },
    async addressOf(digest, options) {
      return (await placeOf(digest))?.store.addressOf(digest, options)
    },
    async sweep(isWanted, alone) {
      return (await here.sweep(isWanted, alone)) + (await other.sweep(isWanted, alone))
    },
  }
}

import { Readable } from 'node:stream'
import type { FileStore } from './file-store.ts'

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

  async function* read(digest: string): AsyncGenerator<Buffer> {
    yield* ((await placeOf(digest))?.store ?? here).read(digest) as AsyncIterable<Buffer>
  }

  return {
    ...here,
    async sizeOf(digest) {
      return (await placeOf(digest))?.size
    },
    read: (digest) => Readable.from(read(digest), { objectMode: false }),
    async writeRange(digest, range, into) {
      await ((await placeOf(digest))?.store ?? here).writeRange(digest, range, into)
    },
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
    async sweep(isWanted) {
      return (await here.sweep(isWanted)) + (await other.sweep(isWanted))
    },
  }
}

import type { Readable } from 'node:stream'
import { ZipFile } from 'yazl'

/** A file to be put into a zip; it is opened when its turn has come. */
export type ZipEntry = {
  readonly name: string
  readonly size: number
  readonly executable?: boolean
  read(): Readable
}

/**
 * A zip (APPNOTE 6.3, zip64 where needed) of files as they are, not compressed, and how many bytes it will have. One file
 * is open at a time and nothing is collected. A file that fails or is not as long as it said breaks the stream off.
 */
export async function zipOf(entries: readonly ZipEntry[], modified: Date): Promise<{ bytes: Readable; size: number }> {
  const zip = new ZipFile()
  const bytes = zip.outputStream as Readable
  let current: Readable | undefined
  for (const { name, size, executable = false, read } of entries) {
    const options = { size, compress: false, mtime: modified, mode: executable ? 0o100755 : 0o100644 }
    zip.addReadStreamLazy(name, options, (opened) => {
      current = read()
      opened(null, current)
    })
  }
  zip.once('error', (failure) => bytes.destroy(failure))
  bytes.once('close', () => current?.destroy())
  // Its types leave out that the callback is given the size.
  const size = await new Promise<number>((resolve) => zip.end(undefined, (...told: number[]) => resolve(told[0] ?? -1)))
  return { bytes, size }
}

import { finished, type Readable } from 'node:stream'

/** At most this many bytes are held before the sender has to wait. */
const MOST = 1024 * 1024

/**
 * The bytes that arrived since the last read, again and again: while a disk writes, the next bytes are read already,
 * and it gets them at once instead of 64 KiB by 64 KiB (half the processor time of an upload). A source that breaks
 * gives what came before, then throws; one that is not read to its end is destroyed.
 */
export async function* bufferChunks(source: Readable): AsyncGenerator<readonly Buffer[]> {
  let chunks: Buffer[] = []
  let heldBytes = 0
  let end: { readonly failure: Error | null | undefined } | undefined
  let wake = () => {}
  source.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    heldBytes += chunk.length
    if (heldBytes >= MOST) source.pause()
    wake()
  })
  finished(source, { writable: false }, (failure) => {
    end = { failure }
    wake()
  })
  try {
    for (;;) {
      if (chunks.length > 0) {
        const some = chunks
        chunks = []
        heldBytes = 0
        source.resume()
        yield some
      } else if (end) {
        if (end.failure) throw end.failure
        return
      } else {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    }
  } finally {
    if (!end) source.destroy()
  }
}

import { createHash, randomUUID } from 'node:crypto'
import { open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Received bytes in a temporary file, synced to disk. `keep` them in the store, or `discard` them. */
export type ReceivedFile = {
  readonly path: string
  readonly size: number
  /** SHA-256, hexadecimal. */
  readonly digest: string
  /** The first bytes, which identify the kind of file. */
  readonly head: Buffer
  bytes(): Promise<Buffer>
  discard(): Promise<void>
}

/** Thrown when more bytes are received than allowed. */
export class FileTooLarge extends Error {}

const HEAD = 32
/** Bytes that are digested at once: other requests are served between them. */
const PIECE = 1_048_576

/** Streams bytes into a new file of the folder; on any failure no file stays behind. */
export async function receiveFile(
  folder: string,
  source: AsyncIterable<Buffer> | Iterable<Buffer>,
  limit: number,
): Promise<ReceivedFile> {
  const path = join(folder, randomUUID())
  const discard = () => rm(path, { force: true })
  const file = await open(path, 'wx', 0o600)
  const hash = createHash('sha256')
  let size = 0
  let head = Buffer.alloc(0)
  try {
    for await (const chunk of source) {
      size += chunk.length
      if (size > limit) throw new FileTooLarge()
      if (head.length < HEAD) head = Buffer.concat([head, chunk.subarray(0, HEAD - head.length)])
      for (let at = 0; at < chunk.length; at += PIECE) {
        const piece = chunk.subarray(at, at + PIECE)
        hash.update(piece)
        await writeAll(file, piece)
      }
    }
    await file.sync()
  } catch (failure) {
    await file.close()
    await discard()
    throw failure
  }
  await file.close()
  return { path, size, digest: hash.digest('hex'), head, bytes: () => readFile(path), discard }
}

async function writeAll(file: Awaited<ReturnType<typeof open>>, chunk: Buffer): Promise<void> {
  for (let writtenBytes = 0; writtenBytes < chunk.length; ) {
    const { bytesWritten } = await file.write(chunk, writtenBytes)
    writtenBytes += bytesWritten
  }
}

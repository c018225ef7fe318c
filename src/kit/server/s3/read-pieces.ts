import type { ByteRange } from '../files/byte-range.ts'
import { isPiece, PIECE_SIZE, type PieceDigests } from './piece-digests.ts'
import type { S3Client } from './s3-client.ts'
import { DamagedFile, S3Error } from './s3-error.ts'

/** How often a broken download is continued where it broke. */
const TRIES = 4

/**
 * Bytes of an object, each piece checked before any of it is given: bytes that are not those that were stored end it
 * with `DamagedFile`. The next piece arrives while one is used; the buffer of a piece serves again after the next one.
 */
export async function* readPieces(
  s3: S3Client,
  key: string,
  digests: PieceDigests,
  { start, end }: ByteRange,
): AsyncGenerator<Buffer> {
  const size = (digests.length / 32) * PIECE_SIZE
  const first = Math.floor(start / PIECE_SIZE)
  const alignedRange = {
    start: first * PIECE_SIZE,
    end: Math.min(size, (Math.floor(end / PIECE_SIZE) + 1) * PIECE_SIZE) - 1,
  }
  let number = first
  for await (const piece of oneAhead(readAligned(s3, key, alignedRange))) {
    if (!isPiece(digests, number, piece)) throw new DamagedFile(key, `piece ${number} has another digest`)
    const at = number * PIECE_SIZE
    yield piece.subarray(Math.max(start - at, 0), Math.min(end + 1 - at, piece.length))
    number += 1
  }
  if (number * PIECE_SIZE <= end) throw new DamagedFile(key, `it ends before piece ${number}`)
}

/** The same values; the next one is already being made while one is used. */
async function* oneAhead<Value>(source: AsyncGenerator<Value>): AsyncGenerator<Value> {
  let next = source.next()
  try {
    for (;;) {
      const { value, done: isDone } = await next
      if (isDone) return
      next = source.next()
      // Awaited with the next value; until then nothing handles it.
      next.catch(() => undefined)
      yield value
    }
  } finally {
    // Not awaited: it waits for the value that is being made.
    source.return(undefined).catch(() => undefined)
  }
}

/**
 * The pieces of an object from the beginning of one on; the last one may be shorter. Two buffers serve all of it: that of
 * a piece is used again after the next one was asked for.
 */
export async function* readAligned(s3: S3Client, key: string, { start, end }: ByteRange): AsyncGenerator<Buffer> {
  const length = Math.min(PIECE_SIZE, end + 1 - start)
  let [buffer, other] = [Buffer.allocUnsafeSlow(length), Buffer.allocUnsafeSlow(length)]
  let position = start
  for (let tries = 1; position <= end; tries += 1) {
    const response = await s3.open(key, { start: position, end })
    let filledBytes = 0
    try {
      for await (const chunk of response as AsyncIterable<Buffer>) {
        for (let at = 0; at < chunk.length; ) {
          const takenBytes = Math.min(buffer.length - filledBytes, chunk.length - at)
          chunk.copy(buffer, filledBytes, at, at + takenBytes)
          at += takenBytes
          filledBytes += takenBytes
          if (filledBytes < buffer.length) continue
          yield buffer
          ;[buffer, other] = [other, buffer]
          position += filledBytes
          filledBytes = 0
          tries = 1
        }
      }
      if (filledBytes > 0) yield buffer.subarray(0, filledBytes)
      return
    } catch (failure) {
      if (failure instanceof S3Error || tries >= TRIES || !isBroken(failure)) throw failure
    } finally {
      response.destroy()
    }
  }
}

function isBroken(failure: unknown): boolean {
  return (
    failure instanceof Error &&
    'code' in failure &&
    /^(ECONNRESET|ERR_STREAM_PREMATURE_CLOSE|EPIPE|ETIMEDOUT)$/.test(String(failure.code))
  )
}

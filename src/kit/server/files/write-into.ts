import { open } from 'node:fs/promises'
import type { Writable } from 'node:stream'
import type { ByteRange } from './byte-range.ts'

/**
 * Bytes read at once. Smaller reads cost more processor time (64 KiB three times as much); a stalled reader holds two
 * of them.
 */
const PIECE = 512 * 1024

/**
 * Writes bytes of a file into a stream, which stays open. Two buffers serve all of it, one being read into while the
 * other is being sent: a new one for each read costs a quarter more processor time. Throws when the file is shorter
 * than the range, and when the stream is closed meanwhile.
 */
export async function writeFileRange(path: string, { start, end }: ByteRange, into: Writable): Promise<void> {
  const file = await open(path, 'r')
  const length = Math.min(PIECE, end + 1 - start)
  const pieces = [Buffer.allocUnsafeSlow(length), Buffer.allocUnsafeSlow(length)] as const
  let lastWrite = Promise.resolve()
  try {
    for (let at = start, turn: 0 | 1 = 0; at <= end; turn = turn === 0 ? 1 : 0) {
      const { bytesRead } = await file.read(pieces[turn], 0, Math.min(length, end + 1 - at), at)
      if (bytesRead === 0) throw new Error(`${path} ends before byte ${at}`)
      await lastWrite
      lastWrite = writeInto(into, pieces[turn].subarray(0, bytesRead))
      // Awaited with the next piece; until then nothing handles it.
      lastWrite.catch(() => undefined)
      at += bytesRead
    }
    await lastWrite
  } finally {
    await file.close()
  }
}

/**
 * Writes the bytes; done when they have been sent and their memory may be used again. Throws when the stream is closed.
 */
export function writeInto(into: Writable, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const onClose = () => reject(new Error('the reader has gone'))
    if (into.destroyed) return onClose()
    into.once('close', onClose)
    into.write(bytes, (failure) => {
      into.off('close', onClose)
      if (failure) reject(failure)
      else resolve()
    })
  })
}

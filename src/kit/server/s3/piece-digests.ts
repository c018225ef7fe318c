import { createHash, createHmac } from 'node:crypto'
import { sameSecret } from '../same-secret.ts'

/** Bytes of a file that are checked together before any of them is given out. */
export const PIECE_SIZE = 1024 * 1024
const DIGEST = 32

/** The SHA-256 of each piece of a file, one after the other. */
export type PieceDigests = Buffer

/** Number of pieces of a file. */
export function pieceCount(size: number): number {
  return Math.max(1, Math.ceil(size / PIECE_SIZE))
}

/** Whether these bytes are the piece of this number. */
export function isPiece(digests: PieceDigests, number: number, bytes: Buffer): boolean {
  const wantedDigest = digests.subarray(number * DIGEST, (number + 1) * DIGEST)
  return wantedDigest.equals(createHash('sha256').update(bytes).digest())
}

/** Digests the pieces of bytes that begin where a piece begins. */
export function digestPieces(bytes: Buffer): PieceDigests {
  const digests: Buffer[] = []
  for (let at = 0; at < Math.max(1, bytes.length); at += PIECE_SIZE)
    digests.push(
      createHash('sha256')
        .update(bytes.subarray(at, at + PIECE_SIZE))
        .digest(),
    )
  return Buffer.concat(digests)
}

/** The digests as they are stored beside a file, with a code that only the portal can make. */
export function encodePieces(key: Buffer, file: { digest: string; size: number }, digests: PieceDigests): Buffer {
  return Buffer.concat([codeOf(key, file, digests), digests])
}

/** The stored digests; undefined when they are not of this file, or were made with another key. */
export function decodePieces(
  keys: readonly Buffer[],
  file: { digest: string; size: number },
  storedBytes: Buffer,
): PieceDigests | undefined {
  const digests = storedBytes.subarray(DIGEST)
  if (digests.length !== pieceCount(file.size) * DIGEST) return undefined
  const storedCode = storedBytes.subarray(0, DIGEST)
  return keys.some((key) => sameSecret(codeOf(key, file, digests), storedCode)) ? digests : undefined
}

function codeOf(key: Buffer, { digest, size }: { digest: string; size: number }, digests: PieceDigests): Buffer {
  return createHmac('sha256', key).update(`${digest} ${size}\n`).update(digests).digest()
}

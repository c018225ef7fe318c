import { createHash } from 'node:crypto'
import { decodePieces, digestPieces, encodePieces, PIECE_SIZE, type PieceDigests, pieceCount } from './piece-digests.ts'
import { readAligned } from './read-pieces.ts'
import type { S3Client } from './s3-client.ts'
import { DamagedFile } from './s3-error.ts'

/** Bytes of digests that a process remembers: those of 250 files of 1 GiB. */
const REMEMBERED = 8 * 1024 * 1024

type Places = {
  keyOf(digest: string): string
  piecesKeyOf(digest: string): string
  readonly keys: readonly [Buffer, ...Buffer[]]
}

/**
 * The digests of the pieces of stored files. Where none are stored, or those of another key, the file is read once and
 * compared with its own digest; `DamagedFile` when it is another.
 */
export function createStoredPieces(s3: S3Client, { keyOf, piecesKeyOf, keys }: Places) {
  const piecesByDigest = new Map<string, Promise<PieceDigests>>()
  const sizes = new Map<string, number>()

  async function load(file: { digest: string; size: number }): Promise<PieceDigests> {
    const key = piecesKeyOf(file.digest)
    const { status, text } = await s3.call({ method: 'GET', key, allowed: [404] })
    const storedPieces = status === 404 ? undefined : decodePieces(keys, file, Buffer.from(text, 'base64'))
    if (storedPieces) return storedPieces
    const digests = await readAll(file)
    await s3.call({ method: 'PUT', key, body: Buffer.from(encodePieces(keys[0], file, digests).toString('base64')) })
    return digests
  }

  async function readAll({ digest, size }: { digest: string; size: number }): Promise<PieceDigests> {
    const hash = createHash('sha256')
    const digests: Buffer[] = []
    for await (const piece of readAligned(s3, keyOf(digest), { start: 0, end: size - 1 })) {
      hash.update(piece)
      digests.push(digestPieces(piece))
    }
    if (hash.digest('hex') !== digest) throw new DamagedFile(digest, 'it has another digest')
    return Buffer.concat(digests)
  }

  return {
    of(file: { digest: string; size: number }): Promise<PieceDigests> {
      // The digest of one piece is that of the file.
      if (file.size <= PIECE_SIZE) return Promise.resolve(Buffer.from(file.digest, 'hex'))
      const cachedPieces = piecesByDigest.get(file.digest)
      if (cachedPieces) return cachedPieces
      const loading = load(file)
      piecesByDigest.set(file.digest, loading)
      loading.catch(() => piecesByDigest.delete(file.digest) && sizes.delete(file.digest))
      sizes.set(file.digest, pieceCount(file.size) * 32)
      let total = [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0)
      for (const [digest, bytes] of sizes) {
        if (total <= REMEMBERED || digest === file.digest) break
        piecesByDigest.delete(digest)
        sizes.delete(digest)
        total -= bytes
      }
      return loading
    },
  }
}

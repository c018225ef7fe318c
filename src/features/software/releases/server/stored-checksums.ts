import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { storeCrcs } from '#features/software/release-components/server/index.ts'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import type { Database } from '#kit/server/database.ts'
import type { FileStore } from '#kit/server/files/file-store.ts'
import { throwProblem } from '#kit/server/http-problem.ts'

/**
 * Reads stored bytes once: their SHA-256 (hexadecimal), by which releases are signed, and their CRC-32, which zips
 * need.
 */
export async function storedChecksums(store: FileStore, digest: string): Promise<{ sha256: string; crc: number }> {
  const hash = createHash('sha256')
  let crc = 0
  for await (const piece of store.read(digest) as AsyncIterable<Buffer>) {
    hash.update(piece)
    crc = crc32(piece, crc)
  }
  return { sha256: hash.digest('hex'), crc }
}

/** The CRC-32 of a component that was delivered before it was stored; stored from now on. */
export async function computeMissingChecksum(
  db: Database,
  store: FileStore,
  { componentId, digest, size }: { componentId: number | null; digest: string; size: number },
): Promise<number> {
  if ((await store.sizeOf(digest)) !== size) throwProblem(kitProblems['temporarily-unavailable'])
  const { crc } = await storedChecksums(store, digest)
  if (componentId !== null) await storeCrcs(db, [{ id: componentId, crc }])
  return crc
}

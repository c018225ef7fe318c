import { mkdir, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { encodePieces, type PieceDigests, pieceCount } from '../s3/piece-digests.ts'
import { putFile } from '../s3/put-file.ts'
import { readPieces } from '../s3/read-pieces.ts'
import type { S3Client } from '../s3/s3-client.ts'
import { S3Error } from '../s3/s3-error.ts'
import { createStoredPieces } from '../s3/stored-pieces.ts'
import { abortOldUploads, listKeys } from '../s3/sweep-bucket.ts'
import { removeOldFiles } from './disk-file-store.ts'
import type { FileStore } from './file-store.ts'
import { receiveFile } from './received-file.ts'
import { writeInto } from './write-into.ts'

/** An object that is older than this may be what a sweep removes next: it is stored again when it is needed again. */
const FRESH_MS = 12 * 3_600_000
const UNTOUCHED_MS = 24 * 3_600_000

/**
 * The store in a bucket: each file under `files/` and its SHA-256. Files are received on the disk, in `incoming`, and go
 * up from there. `keys` make and recognise the digests of pieces that are stored beside a file.
 */
export function openS3FileStore(
  s3: S3Client,
  {
    incoming,
    keys,
    presigned,
  }: { readonly incoming: string; readonly keys: readonly [Buffer, ...Buffer[]]; readonly presigned: boolean },
): FileStore {
  const keyOf = (digest: string) => `files/${digest.slice(0, 2)}/${digest}`
  const piecesKeyOf = (digest: string) => `pieces/${digest.slice(0, 2)}/${digest}`
  const pieces = createStoredPieces(s3, { keyOf, piecesKeyOf, keys })

  async function headOf(digest: string): Promise<{ size: number; age: number } | undefined> {
    const { status, headers } = await s3.call({ method: 'HEAD', key: keyOf(digest), allowed: [404] })
    if (status === 404) return undefined
    return {
      size: Number(headers['content-length'] ?? Number.NaN),
      age: Date.now() - Date.parse(headers['last-modified'] ?? ''),
    }
  }

  async function sizeOf(digest: string): Promise<number | undefined> {
    return (await headOf(digest))?.size
  }

  async function put(path: string, digest: string, size: number): Promise<void> {
    const there = await headOf(digest)
    if (there?.size === size && there.age < FRESH_MS) return
    const digests = await putFile(s3, keyOf(digest), path)
    if ((await sizeOf(digest)) !== size)
      throw new S3Error(`PUT ${digest}`, { status: undefined, reason: 'it did not store all bytes' })
    await putPieces(digest, size, digests)
  }

  async function putPieces(digest: string, size: number, digests: PieceDigests): Promise<void> {
    if (pieceCount(size) === 1) return
    const body = Buffer.from(encodePieces(keys[0], { digest, size }, digests).toString('base64'))
    await s3.call({ method: 'PUT', key: piecesKeyOf(digest), body })
  }

  async function* read(digest: string): AsyncGenerator<Buffer> {
    const size = (await sizeOf(digest)) ?? throwMissing(digest)
    if (size === 0) return
    const bytes = readPieces(s3, keyOf(digest), await pieces.of({ digest, size }), { start: 0, end: size - 1 })
    // The reader of a stream may hold several of them.
    for await (const chunk of bytes) yield Buffer.from(chunk)
  }

  async function remove(digest: string): Promise<void> {
    await s3.call({ method: 'DELETE', key: keyOf(digest), allowed: [404] })
    await s3.call({ method: 'DELETE', key: piecesKeyOf(digest), allowed: [404] })
  }

  return {
    async receive(source, limit) {
      await mkdir(incoming, { recursive: true })
      return receiveFile(incoming, source, limit)
    },
    async keep(file) {
      await put(file.path, file.digest, file.size)
      await file.discard()
    },
    async adopt(path, digest) {
      await put(path, digest, (await stat(path)).size)
    },
    sizeOf,
    read: (digest) => Readable.from(read(digest), { objectMode: false }),
    async writeRange(digest, range, into) {
      const size = (await sizeOf(digest)) ?? throwMissing(digest)
      const bytes = readPieces(s3, keyOf(digest), await pieces.of({ digest, size }), range)
      for await (const chunk of bytes) await writeInto(into, chunk)
    },
    async *digests() {
      for await (const listedFiles of listKeys(s3, 'files/')) yield listedFiles.map(({ key }) => key.slice(-64))
    },
    remove,
    async addressOf(digest, { seconds, disposition, mediaType }) {
      const query = { 'response-content-disposition': disposition, 'response-content-type': mediaType }
      return presigned ? s3.presign(keyOf(digest), { seconds, query }) : undefined
    },
    async sweep(isWanted, alone) {
      let removedCount = await removeOldFiles(incoming)
      await abortOldUploads(s3, UNTOUCHED_MS)
      for await (const listedFiles of listKeys(s3, 'files/')) {
        const old = listedFiles.filter(({ modified }) => Date.now() - modified >= UNTOUCHED_MS)
        const digests = old.map(({ key }) => key.slice(-64))
        const wantedDigests = await isWanted(digests)
        for (const digest of digests) {
          if (wantedDigests.has(digest)) continue
          const removeOld = async () => {
            // Stored again since the list was made: its age is read once more.
            if (((await headOf(digest))?.age ?? 0) < UNTOUCHED_MS) return false
            await remove(digest)
            return true
          }
          if (await alone(digest, removeOld)) removedCount += 1
        }
      }
      return removedCount
    },
  }
}

function throwMissing(digest: string): never {
  throw new S3Error(`GET ${digest}`, { status: 404, reason: 'the file is missing' })
}

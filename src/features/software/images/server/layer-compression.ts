import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { createGunzip } from 'node:zlib'
import { Decompress } from 'fzstd'
import type { FileStore } from '#kit/server/files/file-store.ts'

/** How the bytes of a layer are packed: in one of the three ways of the image specification, or in another. */
export type Compression = 'tar' | 'gzip' | 'zstd' | 'xz' | 'bzip2'

/** The first bytes of each, in hexadecimal. */
const beginnings = { gzip: '1f8b', zstd: '28b52ffd', xz: 'fd377a585a00', bzip2: '425a68' } as const

/** Of the layers that this registry describes itself. */
export const layerTypes: Readonly<Record<'tar' | 'gzip' | 'zstd', string>> = {
  tar: 'application/vnd.oci.image.layer.v1.tar',
  gzip: 'application/vnd.oci.image.layer.v1.tar+gzip',
  zstd: 'application/vnd.oci.image.layer.v1.tar+zstd',
}

/** What the bytes themselves say. */
export async function compressionOf(store: FileStore, digest: string): Promise<Compression> {
  const head = await firstBytes(store, digest)
  const [compression = 'tar'] = Object.entries(beginnings).find(([, beginning]) => head.startsWith(beginning)) ?? []
  return compression as Compression
}

async function firstBytes(store: FileStore, digest: string): Promise<string> {
  for await (const piece of store.read(digest) as AsyncIterable<Buffer>) return piece.subarray(0, 8).toString('hex')
  return ''
}

/** What a media type says (of OCI or Docker); undefined of an encrypted layer, which cannot be read here. */
export function declaredCompression(mediaType: string): 'tar' | 'gzip' | 'zstd' | undefined {
  if (mediaType.endsWith('+encrypted')) return undefined
  return /[+.]gzip$/.test(mediaType) ? 'gzip' : /[+.]zstd$/.test(mediaType) ? 'zstd' : 'tar'
}

/** The SHA-256 of the bytes of a layer without their compression; throws when they are not compressed so. */
export async function unpackedDigest(
  store: FileStore,
  digest: string,
  compression: 'tar' | 'gzip' | 'zstd',
): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of unpackings[compression](store.read(digest))) hash.update(piece)
  return hash.digest('hex')
}

type Bytes = AsyncIterable<Uint8Array>

const unpackings: Readonly<Record<'tar' | 'gzip' | 'zstd', (source: ReturnType<FileStore['read']>) => Bytes>> = {
  tar: (source) => source,
  gzip(source) {
    const gunzip = createGunzip()
    source.once('error', (failure) => gunzip.destroy(failure))
    return source.pipe(gunzip)
  },
  zstd: unpackZstd,
}

/** So few bytes at once that other work goes on, however much they unpack to. */
const ZSTD_SLICE = 16_384

async function* unpackZstd(source: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = []
  const unpacking = new Decompress((piece) => ready.push(piece))
  for await (const piece of source) {
    for (let at = 0; at < piece.length; at += ZSTD_SLICE) {
      unpacking.push(piece.subarray(at, at + ZSTD_SLICE))
      yield* ready.splice(0)
      await setImmediate()
    }
  }
  unpacking.push(new Uint8Array(0), true)
  yield* ready
}

import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { pack } from 'tar-stream'
import { sha256 } from './software-app.ts'

/** An image for one platform: its blobs by digest, and its manifest. */
export type MadeImage = { readonly blobs: ReadonlyMap<string, Buffer>; readonly digest: string; readonly size: number }

const types = {
  manifest: 'application/vnd.oci.image.manifest.v1+json',
  index: 'application/vnd.oci.image.index.v1+json',
  config: 'application/vnd.oci.image.config.v1+json',
  layer: 'application/vnd.oci.image.layer.v1.tar+gzip',
}

function described(bytes: Buffer, mediaType: string) {
  return { mediaType, digest: `sha256:${sha256(bytes)}`, size: bytes.length }
}

/** An image of one gzipped layer with this text, or with these bytes. */
export function imageOf(content: string | Buffer, architecture = 'amd64'): MadeImage {
  const inside = typeof content === 'string' ? Buffer.alloc(1024, content) : content
  const layer = gzipSync(inside)
  const config = Buffer.from(
    JSON.stringify({ os: 'linux', architecture, rootfs: { type: 'layers', diff_ids: [`sha256:${sha256(inside)}`] } }),
  )
  const manifest = Buffer.from(
    JSON.stringify({
      schemaVersion: 2,
      mediaType: types.manifest,
      config: described(config, types.config),
      layers: [described(layer, types.layer)],
    }),
  )
  const blobs = new Map([layer, config, manifest].map((blob) => [sha256(blob), blob]))
  return { blobs, digest: sha256(manifest), size: manifest.length }
}

/** An index of images for several platforms. */
export function indexOf(images: readonly MadeImage[]): MadeImage {
  const index = Buffer.from(
    JSON.stringify({
      schemaVersion: 2,
      mediaType: types.index,
      manifests: images.map(({ digest, size }, place) => ({
        mediaType: types.manifest,
        digest: `sha256:${digest}`,
        size,
        platform: { os: 'linux', architecture: ['amd64', 'arm64'][place] },
      })),
    }),
  )
  const blobs = new Map([...images.flatMap((image) => [...image.blobs]), [sha256(index), index]])
  return { blobs, digest: sha256(index), size: index.length }
}

/** A tar archive with these files. */
export async function tarOf(files: Readonly<Record<string, Buffer | string>>): Promise<Buffer> {
  const archive = pack()
  for (const [name, content] of Object.entries(files)) archive.entry({ name }, Buffer.from(content))
  archive.finalize()
  return buffer(archive)
}

/** The files of an OCI layout with these images, by name. */
export function layoutOf(images: Readonly<Record<string, MadeImage>>): Record<string, Buffer | string> {
  const manifests = Object.entries(images).map(([name, { digest, size, blobs }]) => ({
    mediaType: JSON.parse(blobs.get(digest)!.toString()).mediaType,
    digest: `sha256:${digest}`,
    size,
    annotations: { 'org.opencontainers.image.ref.name': name },
  }))
  const blobs = Object.values(images).flatMap((image) => [...image.blobs])
  return {
    'oci-layout': '{"imageLayoutVersion":"1.0.0"}',
    'index.json': JSON.stringify({ schemaVersion: 2, manifests }),
    ...Object.fromEntries(blobs.map(([digest, bytes]) => [`blobs/sha256/${digest}`, bytes])),
  }
}

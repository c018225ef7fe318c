import { sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'

/** An image in a layout, by the name under which `skopeo copy oci:` reads it. */
type LayoutImage = { readonly containerName: string; readonly tag: string; readonly digest: string }

/** A stored manifest or blob of a layout; its CRC-32 is null until it was checked. */
type LayoutStored = { readonly digest: string; readonly size: number; readonly crc32: number | null }

/** A file of a layout, with its path there. */
export type LayoutFile = { readonly name: string } & ({ readonly bytes: Buffer } | LayoutStored)

type Part = LayoutStored & { readonly image: string; readonly mediaType: string }

/**
 * The OCI layout (image-spec 1.0) of these images: one index, and each manifest and blob once. The same images give the
 * same bytes.
 */
export async function layoutOf(db: Database | Tx, images: readonly LayoutImage[]): Promise<LayoutFile[]> {
  if (images.length === 0) return []
  const { rows: parts } = await sql<Part>`
    select image, digest, media_type as "mediaType", size, crc32 from image_parts
    where image = any(${images.map(({ digest }) => digest)}::text[]) order by digest`.execute(db)
  const roots = new Map(parts.filter(({ image, digest }) => image === digest).map((part) => [part.digest, part]))
  const manifests = images.map(({ containerName, tag, digest }) => {
    const { mediaType, size } = roots.get(digest)!
    const annotations = { 'org.opencontainers.image.ref.name': `${containerName}:${tag}` }
    return { mediaType, digest: `sha256:${digest}`, size, annotations }
  })
  const blobs = new Map(parts.map(({ digest, size, crc32 }) => [digest, { digest, size, crc32 }]))
  return [
    ...[...blobs.values()].map((blob) => ({ name: `blobs/sha256/${blob.digest}`, ...blob })),
    { name: 'index.json', bytes: Buffer.from(JSON.stringify({ schemaVersion: 2, manifests })) },
    { name: 'oci-layout', bytes: Buffer.from('{"imageLayoutVersion":"1.0.0"}') },
  ]
}

import { sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'
import { type FileConfig, rememberFile } from '#kit/server/files/stored-files.ts'
import type { CollectedImage, ImagePart } from './collect-image.ts'

/** Whether some image, or a push, has a part of this digest: only such bytes may be part of another image. */
export async function isKnownPart(db: Database | Tx, digest: string): Promise<boolean> {
  const { rows } = await sql`
    select from (select 1) one where exists (select from image_parts where digest = ${digest})
      or exists (select from image_blobs where digest = ${digest})`.execute(db)
  return rows.length > 0
}

/** Makes the image known, with rows for all its parts, whose bytes are in the store. Returns the file of its manifest. */
export async function rememberImage(
  tx: Tx,
  { digest, mediaType, size, platforms, parts }: CollectedImage,
  config: FileConfig,
): Promise<number> {
  const files = new Map<string, number>()
  // In one order everywhere, so that two images with the same parts do not wait for each other in a circle.
  for (const part of [...parts].sort((one, other) => (one.digest < other.digest ? -1 : 1)))
    files.set(part.digest, await rememberFile(tx, part, config))
  await sql`insert into images (digest, media_type, size, platforms) values (${digest}, ${mediaType}, ${size}, ${platforms}::text[])
    on conflict (digest) do update set created_at = now()`.execute(tx)
  const rows = parts.map((part) => ({ ...part, fileId: files.get(part.digest)! }))
  await sql`
    insert into image_parts (image, digest, kind, media_type, size, platform, total, file_id)
    select ${digest}, p.digest, p.kind, p."mediaType", p.size, p.platform, p.total, p."fileId"
    from json_to_recordset(${JSON.stringify(rows)}::json) as p (digest text, kind text, "mediaType" text, size bigint, platform text, total bigint, "fileId" bigint)
    on conflict do nothing`.execute(tx)
  return files.get(digest)!
}

/** Makes a pushed blob a part that images of its repository may name; without one that does it is swept after a day. */
export async function rememberBlob(
  tx: Tx,
  repository: string,
  blob: { digest: string; size: number },
  config: FileConfig,
): Promise<void> {
  const fileId = await rememberFile(tx, blob, config)
  await sql`insert into image_blobs (repository, digest, file_id) values (${repository}, ${blob.digest}, ${fileId})
    on conflict (repository, digest) do update set pushed_at = now()`.execute(tx)
}

/** Stores the CRC-32 of a part, for the zip of a release. */
export async function storePartCrc(db: Database, digest: string, crc: number): Promise<void> {
  await sql`update image_parts set crc32 = ${crc} where digest = ${digest} and crc32 is distinct from ${crc}`.execute(
    db,
  )
}

/** The parts of an image. */
export async function partsOfImage(db: Database | Tx, digest: string): Promise<ImagePart[]> {
  const { rows } = await sql<ImagePart>`
    select digest, kind, media_type as "mediaType", size, platform, total from image_parts where image = ${digest} order by kind, digest`.execute(
    db,
  )
  return rows
}

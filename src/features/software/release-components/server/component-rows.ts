import { sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'

/** Copies the current components of a bundle into a release. */
export async function copyComponents(tx: Tx, releaseId: number, bundleId: number): Promise<void> {
  await sql`
    insert into release_components (release_id, component_type, file_name, upload_id, file_id, digest, size, media_type, sbom, image, container_name, tag)
    select ${releaseId}, component_type, file_name, upload_id, file_id, digest, size, media_type, sbom, image, container_name, tag
    from bundle_components where bundle_id = ${bundleId} order by file_name`.execute(tx)
}

/** Stores whether the bytes of components are missing; returns the digests of those of which that is new. */
export async function markMissing(db: Database, ids: readonly number[], missing: boolean): Promise<string[]> {
  const { rows } = await sql<{ digest: string }>`
    update release_components set missing = ${missing} where id = any(${[...ids]}::bigint[]) and missing <> ${missing}
    returning digest`.execute(db)
  return rows.map(({ digest }) => digest)
}

/** Stores the CRC-32 of components, for the zip of their release. */
export async function storeCrcs(
  db: Database,
  components: readonly { readonly id: number; readonly crc: number }[],
): Promise<void> {
  await sql`
    update release_components c set crc32 = w.crc
    from unnest(${components.map(({ id }) => id)}::bigint[], ${components.map(({ crc }) => crc)}::bigint[]) w(id, crc)
    where c.id = w.id and c.crc32 is distinct from w.crc`.execute(db)
}

/** Counts a download of a component. */
export async function countDownload(tx: Tx, id: number): Promise<void> {
  await sql`update release_components set downloads = downloads + 1, downloaded_at = now() where id = ${id}`.execute(tx)
}

/**
 * Stores what a receipt of the customer says of components: they were downloaded, or run. A signed receipt stays the
 * word on them when an unsigned one follows.
 */
export async function markReceived(
  tx: Tx,
  ids: readonly number[],
  { at, deployed, signed }: { readonly at: Date; readonly deployed: boolean; readonly signed: boolean },
): Promise<void> {
  await sql`
    update release_components set downloaded_at = coalesce(downloaded_at, ${at}),
      deployed_at = case when ${deployed} then coalesce(deployed_at, ${at}) else deployed_at end,
      receipt_signed = coalesce(receipt_signed, false) or ${signed}
    where id = any(${[...ids]}::bigint[])`.execute(tx)
}

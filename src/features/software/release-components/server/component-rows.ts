import { sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'

/** Copies the current components of a bundle into a release. */
export async function copyComponents(tx: Tx, releaseId: number, bundleId: number): Promise<void> {
  await sql`
    insert into release_components (release_id, component_type, file_name, upload_id, file_id, digest, size, media_type, sbom, image, container_name, tag)
    select ${releaseId}, component_type, file_name, upload_id, file_id, digest, size, media_type, sbom, image, container_name, tag
    from bundle_components where bundle_id = ${bundleId} order by file_name`.execute(tx)
}

/** Stores whether the bytes of a component are missing; false when that is known. */
export async function markMissing(db: Database, id: number, missing: boolean): Promise<boolean> {
  const { rows } = await sql`
    update release_components set missing = ${missing} where id = ${id} and missing <> ${missing} returning id`.execute(
    db,
  )
  return rows.length > 0
}

/** Stores the CRC-32 of a component, for the zip of its release. */
export async function storeCrc(db: Database, id: number, crc: number): Promise<void> {
  await sql`update release_components set crc32 = ${crc} where id = ${id}`.execute(db)
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

import { sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'
import type { FrozenComponent } from './signing/manifest.ts'

/** A frozen component with the place of its bytes. */
export type StoredFrozen = FrozenComponent & { readonly id: number }

/** The frozen components of a release. */
export async function frozenComponents(db: Database | Tx, releaseId: number): Promise<StoredFrozen[]> {
  const { rows } = await sql<StoredFrozen>`
    select id, file_name as "fileName", component_type as "componentType", digest, size, media_type as "mediaType"
    from release_components where release_id = ${releaseId} order by file_name`.execute(db)
  return rows
}

/**
 * Copies the current components of the bundle into the release. It holds the stored bytes from now on, whatever happens
 * to the bundle.
 */
export async function freezeComponents(tx: Tx, releaseId: number, bundleId: number): Promise<StoredFrozen[]> {
  await sql`
    insert into release_components (release_id, component_type, file_name, upload_id, file_id, digest, size, media_type, sbom)
    select ${releaseId}, component_type, file_name, upload_id, file_id, digest, size, media_type, sbom
    from bundle_components where bundle_id = ${bundleId} order by file_name`.execute(tx)
  return frozenComponents(tx, releaseId)
}

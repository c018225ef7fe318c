import { sql } from 'kysely'
import { copyComponents } from '#features/software/release-components/server/index.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import type { FrozenComponent } from './signing/manifest.ts'

/** A frozen component with the place of its bytes. */
export type StoredFrozen = FrozenComponent & { readonly id: number }

/** The frozen components of a release. */
export async function frozenComponents(db: Database | Tx, releaseId: number): Promise<StoredFrozen[]> {
  const { rows } = await sql<StoredFrozen>`
    select c.id, c.file_name as "fileName", c.component_type as "componentType", c.digest, c.size, c.media_type as "mediaType",
      case when c.image is not null then json_build_object('containerName', c.container_name, 'tag', c.tag, 'platforms',
        (select coalesce(json_agg(json_build_object('platform', p.platform, 'digest', p.digest, 'size', p.total) order by p.platform, p.digest), '[]')
         from image_parts p where p.image = c.image and p.kind = 'MANIFEST')) end as image
    from release_components c where c.release_id = ${releaseId} order by c.file_name`.execute(db)
  return rows
}

/**
 * Copies the current components of the bundle into the release. It holds the stored bytes from now on, whatever happens
 * to the bundle.
 */
export async function freezeComponents(tx: Tx, releaseId: number, bundleId: number): Promise<StoredFrozen[]> {
  await copyComponents(tx, releaseId, bundleId)
  return frozenComponents(tx, releaseId)
}

import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { bundleProblems } from '../contract.ts'
import { requireOpenBundle } from './add-component.ts'
import { lockedComponent } from './component-store.ts'
import { touchBundle } from './stored-bundle.ts'

/** An image in the store, by its name, and what it was built for. */
export type StoredContainer = {
  readonly bundleId: number
  readonly containerName: string
  readonly tag: string
  /** SHA-256 of its manifest, hexadecimal, and the stored file of that. */
  readonly digest: string
  readonly fileId: number
  readonly size: number
  readonly mediaType: string
  readonly product: string | null
  readonly branch: string | null
  readonly productVersion: string | null
  readonly sourceType: string
  /** The archive or address that it comes from. */
  readonly sourceName: string
  readonly clobber: boolean
  readonly userId: number
}

/** Makes an image a component of its bundle; another image of the same name and tag is replaced only with `clobber`. */
export async function addContainer(tx: Tx, container: StoredContainer): Promise<{ replaced: boolean }> {
  const { bundleId, containerName, tag, digest } = container
  const fileName = `${containerName}:${tag}`
  await requireOpenBundle(tx, bundleId)
  const before = await lockedComponent(tx, { bundleId, fileName })
  if (before?.status === 'IN_STORAGE' && before.digest !== digest && !container.clobber)
    throwProblem(bundleProblems['component-file-exists'], { name: fileName })
  await sql`
    insert into bundle_components as c (bundle_id, component_type, file_name, status, file_id, digest, size, media_type, source_type, source_name,
      image, container_name, tag, product, branch, product_version, created_by)
    values (${bundleId}, 'container', ${fileName}, 'IN_STORAGE', ${container.fileId}, ${digest}, ${container.size}, ${container.mediaType},
      ${container.sourceType}, ${container.sourceName}, ${digest}, ${containerName}, ${tag}, ${container.product}, ${container.branch}, ${container.productVersion}, ${container.userId})
    on conflict (bundle_id, lower(file_name)) do update set component_type = 'container', status = 'IN_STORAGE', upload_id = null, file_id = excluded.file_id,
      digest = excluded.digest, size = excluded.size, media_type = excluded.media_type, source_type = excluded.source_type, source_name = excluded.source_name,
      image = excluded.image, container_name = excluded.container_name, tag = excluded.tag, product = excluded.product, branch = excluded.branch,
      product_version = excluded.product_version, version = c.version + 1, updated_at = clock_timestamp()`.execute(tx)
  await touchBundle(tx, bundleId)
  return { replaced: before !== undefined }
}

import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { type FileConfig, rememberFile } from '#kit/server/files/stored-files.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { bundleProblems, type ComponentType, type Sbom } from '../contract.ts'
import { lockedComponent } from './component-store.ts'
import { requireEditable, touchBundle } from './stored-bundle.ts'

/** An uploaded file in the store. */
export type UploadedFile = {
  readonly bundleId: number
  readonly uploadId: string
  readonly fileName: string
  readonly componentType: ComponentType
  readonly clobber: boolean
  readonly sourceType: string
  readonly digest: string
  readonly size: number
  readonly sbom: Sbom | null
  readonly userId: number
}

/**
 * Makes an uploaded file a component of its bundle: a new one, in place of an announced or missing one, or, with
 * `clobber`, in place of the existing one. Releases keep their own components.
 */
export async function addComponent(
  tx: Tx,
  file: UploadedFile,
  config: FileConfig,
): Promise<{ id: number; replaced: boolean }> {
  const { bundleId, fileName } = file
  await requireOpenBundle(tx, bundleId)
  const before = await lockedComponent(tx, { bundleId, fileName })
  if (before?.status === 'IN_STORAGE' && !file.clobber)
    throwProblem(bundleProblems['component-file-exists'], { name: before.fileName })
  const fileId = await rememberFile(tx, file, config)
  const sbom = file.sbom === null ? null : JSON.stringify(file.sbom)
  const values = sql`${file.componentType}, ${fileName}, 'IN_STORAGE', ${file.uploadId}::uuid, ${fileId}::bigint, ${file.digest}, ${file.size}::bigint, ${file.sourceType}, ${sbom}::jsonb`
  const names = sql`component_type, file_name, status, upload_id, file_id, digest, size, source_type, sbom`
  const { rows } = before
    ? await sql<{ id: number }>`
        update bundle_components set (${names}) = (select ${values}), image = null, container_name = null, tag = null, version = version + 1, updated_at = clock_timestamp()
        where id = ${before.id} returning id`.execute(tx)
    : await sql<{ id: number }>`
        insert into bundle_components (${names}, bundle_id, created_by) values (${values}, ${bundleId}, ${file.userId}) returning id`.execute(
        tx,
      )
  await touchBundle(tx, bundleId)
  return { id: rows[0]!.id, replaced: before !== undefined }
}

/** Locks the bundle and rejects the change at its end of life. */
export async function requireOpenBundle(tx: Tx, id: number): Promise<void> {
  const { rows } = await sql<{ name: string; status: 'ACTIVE' | 'ON_HOLD' | 'END_OF_LIFE' }>`
    select name, status from bundles where id = ${id} for update`.execute(tx)
  requireEditable(rows[0] ?? throwProblem(bundleProblems['bundle-not-found']))
}

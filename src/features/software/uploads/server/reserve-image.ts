import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { addFetchJob } from './fetch-source.ts'
import type { ImageAddress } from './image-address.ts'
import { requireFreeName } from './reserve.ts'
import type { UploadContext } from './upload-context.ts'
import { publishProgress, type StoredUpload, uploadColumns } from './upload-store.ts'

/**
 * Makes an image of the connected registry a pending component of the bundle and enqueues its copy; one that is under way
 * already stays as it is.
 */
export async function reserveImage(
  context: UploadContext,
  tx: Tx,
  { bundleId, userId, address: { repository, tag } }: { bundleId: number; userId: number; address: ImageAddress },
): Promise<void> {
  const name = `${repository}:${tag}`
  await requireFreeName(tx, bundleId, name)
  const { rows: open } = await sql`
    select from uploads where bundle_id = ${bundleId} and file_name = ${name} and source_type = 'DOCKER' and state in ('RESERVED', 'UPLOADING')`.execute(
    tx,
  )
  if (open.length > 0) return
  const { rows } = await sql<StoredUpload>`
    insert into uploads as u (bundle_id, component_type, file_name, source_type, source_path, clobber, created_by)
    values (${bundleId}, 'container', ${name}, 'DOCKER', ${name}, false, ${userId}) returning ${uploadColumns}`.execute(
    tx,
  )
  await addFetchJob(tx, rows[0]!.id)
  await publishProgress(context, tx, rows[0]!)
}

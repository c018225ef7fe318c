import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { bundleProblems } from '../contract.ts'

/** A finished upload, with its bytes in the store. */
export type FinishedUpload = {
  readonly id: string
  readonly digest: string
  readonly size: number
  readonly sourceType: string
}

/** Attaches the upload to the component, if the store still has it; without an upload the component stays unchanged. */
export async function attachUpload(tx: Tx, componentId: number, upload: FinishedUpload | undefined): Promise<void> {
  if (!upload) return
  const { digest, size } = upload
  const { rows } = await sql<{ id: number }>`
    select id from stored_files where digest = ${digest} and size = ${size} order by id limit 1 for key share`.execute(
    tx,
  )
  const storedFile = rows[0] ?? throwProblem(bundleProblems['upload-not-usable'])
  await sql`update bundle_components set upload_id = null where upload_id = ${upload.id}`.execute(tx)
  await sql`update bundle_components set status = 'IN_STORAGE', upload_id = ${upload.id}, file_id = ${storedFile.id}, digest = ${digest},
    size = ${size}, source_type = ${upload.sourceType} where id = ${componentId}`.execute(tx)
}

import { sql } from 'kysely'
import { bundleProblems } from '#features/software/bundles/contract.ts'
import { lockedBundle, requireEditable } from '#features/software/bundles/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { CommandContext } from '#kit/server/serve/request-context.ts'
import {
  componentRetried,
  type deleteFailedComponents,
  failedComponentsDeleted,
  type retryComponent,
  type retryFailedComponents,
  uploadProblems,
} from '../contract.ts'
import { openUploads } from './component-list.ts'
import { addFetchJob } from './fetch-source.ts'
import type { UploadContext } from './upload-context.ts'
import { progressOf, publishProgress, type StoredUpload, uploadColumns } from './upload-store.ts'

/** Fetches one failed or missing component again; of a client's file it names the upload to continue. */
export async function retryOne(context: UploadContext, call: CommandContext<typeof retryComponent>) {
  const { tx, session, params } = call
  const upload = (await uploadOf(tx, params.id)) ?? throwProblem(bundleProblems['component-file-not-found'])
  const bundle = await lockedBundle(tx, session, String(upload.bundleId))
  requireEditable(bundle)
  if (upload.sourceType === 'CLIENT_FILE')
    throwProblem(uploadProblems['upload-needs-client'], { name: upload.fileName, upload: upload.id })
  const again = await restart(context, tx, upload)
  if (!again) throwProblem(uploadProblems['component-not-failed'], { name: upload.fileName })
  await call.record(componentRetried, { subject: bundle.id, data: { what: upload.fileName } })
  return progressOf(again)
}

/** Fetches all failed components of the bundle that the server can fetch. */
export async function retryAll(context: UploadContext, call: CommandContext<typeof retryFailedComponents>) {
  const { tx } = call
  const { bundleId, failed: failedUploads } = await failedOf(call)
  let retriedCount = 0
  const needClient: string[] = []
  for (const upload of failedUploads) {
    if (upload.sourceType === 'CLIENT_FILE') needClient.push(upload.fileName)
    else if (await restart(context, tx, upload)) {
      retriedCount += 1
      await call.record(componentRetried, { subject: bundleId, data: { what: upload.fileName } })
    }
  }
  return { retried: retriedCount, needClient }
}

/** Deletes the failed components of the bundle, and no other. */
export async function deleteFailed(call: CommandContext<typeof deleteFailedComponents>) {
  const { tx } = call
  const { bundleId, failed: failedUploads } = await failedOf(call)
  if (failedUploads.length === 0) return { deleted: 0 }
  // Every failed upload of these names: an older failure must not appear in place of a deleted one.
  await sql`delete from uploads where bundle_id = ${bundleId} and state = 'FAILED'
    and lower(file_name) = any(${failedUploads.map(({ fileName }) => fileName.toLowerCase())}::text[])`.execute(tx)
  const names = failedUploads.map(({ fileName }) => fileName)
  await call.record(failedComponentsDeleted, { subject: bundleId, data: { what: names.join(', ') } })
  return { deleted: failedUploads.length }
}

async function failedOf({ tx, session, params }: CommandContext<typeof retryFailedComponents>) {
  const bundle = await lockedBundle(tx, session, params.id)
  requireEditable(bundle)
  const { rows } = await sql<StoredUpload>`
    select ${uploadColumns} from ${openUploads(bundle.id)} where u.state = 'FAILED' order by lower(u.file_name)`.execute(
    tx,
  )
  return { bundleId: bundle.id, failed: rows }
}

/** The upload of that id, or the one from which the component of that id came. */
async function uploadOf(tx: Tx, id: string): Promise<StoredUpload | undefined> {
  const which = /^[0-9a-f-]{36}$/.test(id)
    ? sql`u.id::text = ${id}`
    : sql`u.id = (select upload_id from bundle_components where id = ${/^\d{1,15}$/.test(id) ? id : 0})`
  const { rows } = await sql<StoredUpload>`select ${uploadColumns} from uploads u where ${which}`.execute(tx)
  return rows[0]
}

/** The upload begins again; undefined when it is neither failed nor the upload of a missing component. */
async function restart(context: UploadContext, tx: Tx, { id }: StoredUpload): Promise<StoredUpload | undefined> {
  const { rows } = await sql<StoredUpload>`
    update uploads u set state = 'RESERVED', error = null, received = 0, digested = 0, digest = null, updated_at = clock_timestamp()
    where u.id = ${id}::uuid and (u.state = 'FAILED' or (u.state = 'DONE' and exists
      (select from bundle_components c where c.upload_id = u.id and c.status = 'MISSING'))) returning ${uploadColumns}`.execute(
    tx,
  )
  if (!rows[0]) return undefined
  await addFetchJob(tx, id)
  await publishProgress(context, tx, rows[0])
  return rows[0]
}

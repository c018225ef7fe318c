import { sql } from 'kysely'
import { recordEvent } from '#kit/server/events/event.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { defineJob, type Task, taskOf } from '#kit/server/job.ts'
import { actorOfRequest, type RequestContext } from '#kit/server/serve/request-context.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { type cancelUpload, uploadCancelled, uploadProblems } from '../contract.ts'
import { findAndResumeUpload } from './find-and-resume-upload.ts'
import type { UploadContext } from './upload-context.ts'
import { abandonedAfter } from './upload-settings.ts'
import { findUpload, publishProgress, type StoredUpload, uploadColumns } from './upload-store.ts'

/** Cancels an upload; its current writer notices by the lost lease. */
export async function cancel(context: UploadContext, call: RequestContext<typeof cancelUpload>): Promise<void> {
  const { id } = call.params
  const { bundleId, fileName, state } = await findUpload(context.portal.db, id)
  await inTransaction(context.portal.db, async (tx) => {
    const { rows } = await sql<StoredUpload>`
      update uploads u set state = 'CANCELLED', error = 'cancelled', lease = null, leased_until = null, updated_at = clock_timestamp()
      where u.id = ${id}::uuid and u.state in ('RESERVED', 'UPLOADING', 'SAVING') returning ${uploadColumns}`.execute(
      tx,
    )
    if (!rows[0]) throwProblem(uploadProblems['upload-finished'], { state })
    await recordEvent(tx, uploadCancelled, actorOfRequest(call.request), {
      subject: bundleId,
      data: { what: fileName },
    })
    await publishProgress(context, tx, rows[0])
  })
  await context.partial.remove(id)
}

/**
 * Discards abandoned uploads, deletes bytes of those that ended, and restarts the work on those with all their bytes
 * whose process has died.
 */
export function sweepUploads(context: UploadContext): Task {
  const { db, settings } = context.portal
  return taskOf(defineJob('uploads.sweep'), {
    cron: '* * * * *',
    async run() {
      const dead = await sql<{ id: string }>`
        select id from uploads where (state = 'SAVING' or (state = 'UPLOADING' and (received = size or source_type <> 'CLIENT_FILE')))
          and (leased_until is null or leased_until < now()) and updated_at < now() - interval '20 seconds'`.execute(db)
      for (const { id } of dead.rows) await findAndResumeUpload(context, id)
      const cancelledUploads = await sql<{ id: string }>`
        update uploads set state = 'CANCELLED', error = 'expired', updated_at = now()
        where state in ('RESERVED', 'UPLOADING') and updated_at < now() - make_interval(days => ${settings.valueOf(abandonedAfter)}) returning id`.execute(
        db,
      )
      for (const { id } of cancelledUploads.rows) await context.partial.remove(id)
      await dropOrphans(context)
    },
  })
}

/** Bytes of ended uploads that a crash left behind. */
async function dropOrphans({ portal, partial }: UploadContext): Promise<void> {
  const ids = await partial.ids()
  if (ids.length === 0) return
  const { rows } = await sql<{ id: string }>`
    select id::text from uploads where id = any(${ids}::uuid[]) and state in ('RESERVED', 'UPLOADING', 'SAVING')`.execute(
    portal.db,
  )
  const open = new Set(rows.map(({ id }) => id))
  for (const id of ids) if (!open.has(id)) await partial.remove(id)
}

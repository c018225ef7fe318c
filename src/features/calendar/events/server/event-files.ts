import { sql } from 'kysely'
import { requireStorageQuota } from '#features/support/attachments/server/index.ts'
import type { FileStore } from '#kit/server/files/file-store.ts'
import { receiveUpload, type Upload } from '#kit/server/files/receive-upload.ts'
import { requireOwnSite, sendFile } from '#kit/server/files/send-file.ts'
import { rememberFile } from '#kit/server/files/stored-files.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { halSinglePage } from '#kit/server/list/hal-list.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { type CommandContext, requirePermission } from '#kit/server/serve/request-context.ts'
import { respondToUpload } from '#kit/server/serve/respond-to-upload.ts'
import { registerCommand, registerStream, serve } from '#kit/server/serve/serve.ts'
import {
  addEventFile,
  calendarProblems,
  deleteEventFile,
  downloadEventFile,
  type EventFile,
  eventFileAdded,
  eventFileDeleted,
  listEventFiles,
  MOST_EVENT_FILES,
  writeCalendar,
} from '../contract.ts'
import { fileJson } from './event-json.ts'
import { lockedEvent, visibleEvent } from './event-scope.ts'

/** Serves the files of events; `portal.http` accepts multipart bodies. */
export function serveEventFiles(portal: AppContext, store: FileStore): void {
  const { db } = portal
  serve(portal, listEventFiles, async (call) => {
    const { id } = await visibleEvent(db, call.session, call.params.id)
    const { rows } = await sql<{ file: EventFile }>`
      select ${fileJson} as file from calendar_files f join users u on u.id = f.author_id where f.event_id = ${id} order by f.id`.execute(
      db,
    )
    return halSinglePage(
      call,
      'attachments',
      rows.map(({ file }) => file),
    )
  })
  registerStream(portal, addEventFile, async (call) => {
    const event = await visibleEvent(db, call.session, call.params.id)
    if (event.account !== null) requirePermission(call, writeCalendar, event.account)
    const upload = await receiveUpload(call.request, store)
    return respondToUpload(portal, addEventFile, call, upload, (write) => attach(write, upload, portal.config))
  })
  registerStream(portal, downloadEventFile, async (call) => {
    requireOwnSite(call.request)
    const { id } = await visibleEvent(db, call.session, call.params.id)
    const { rows } = await sql<{
      filename: string
      size: number
      digest: string
      mediaType: string
      isPicture: boolean
    }>`
      select filename, size, digest, media_type as "mediaType", is_picture as "isPicture" from calendar_files
      where id = ${call.params.attachmentId}::bigint and event_id = ${id}`.execute(db)
    const file = rows[0] ?? throwProblem(calendarProblems['calendar-file-not-found'])
    const inlineAs = call.query.inline === true && file.isPicture ? file.mediaType : undefined
    return sendFile(call, { store, db }, { ...file, inlineAs })
  })
  registerCommand(portal, deleteEventFile, detach)
}

async function attach(
  call: CommandContext<typeof addEventFile>,
  upload: Upload,
  config: AppContext['config'],
): Promise<EventFile> {
  const { tx, session } = call
  const { event } = await lockedEvent(tx, session, call.params.id)
  if (event.attachmentCount >= MOST_EVENT_FILES)
    throwProblem(calendarProblems['calendar-files-full'], { limit: MOST_EVENT_FILES })
  const fileId = await rememberFile(tx, upload, config)
  const { rows } = await sql<{ file: EventFile }>`
    with f as (
      insert into calendar_files (event_id, account_id, file_id, filename, size, media_type, is_picture, digest, author_id)
      values (${event.id}, ${event.accountId}, ${fileId}, ${upload.filename}, ${upload.size}, ${upload.mediaType}, ${upload.isPicture},
        ${upload.digest}, ${session.userId}) returning *)
    select ${fileJson} as file from f join users u on u.id = f.author_id`.execute(tx)
  if (event.accountId !== null) await requireStorageQuota(tx, event.accountId, upload)
  await call.record(eventFileAdded, {
    account: event.accountId,
    subject: event.id,
    data: { eventId: String(event.id), what: event.subject, changes: { attachment: [null, upload.filename] } },
  })
  return rows[0]!.file
}

async function detach(call: CommandContext<typeof deleteEventFile>): Promise<undefined> {
  const { tx, session, params } = call
  const { event } = await lockedEvent(tx, session, params.id)
  const { rows } = await sql<{ filename: string }>`
    delete from calendar_files where id = ${params.attachmentId}::bigint and event_id = ${event.id} returning filename`.execute(
    tx,
  )
  const { filename } = rows[0] ?? throwProblem(calendarProblems['calendar-file-not-found'])
  await call.record(eventFileDeleted, {
    account: event.accountId,
    subject: event.id,
    data: { eventId: String(event.id), what: event.subject, changes: { attachment: [filename, null] } },
  })
}

import { sql } from 'kysely'
import type { FileStore } from '#kit/server/files/file-store.ts'
import { requireOwnSite, sendFile } from '#kit/server/files/send-file.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { AppContext } from '#kit/server/portal.ts'
import type { RequestContext } from '#kit/server/serve/request-context.ts'
import { chatProblems, type readInternalMessageFile, type readMessageFile } from '../contract.ts'
import type { AnyFace } from './face.ts'
import { readableChannel } from './stored-channel.ts'
import { microsecondsOf } from './timestamp.ts'

type Download = RequestContext<typeof readMessageFile> | RequestContext<typeof readInternalMessageFile>
type Found = { filename: string; size: number; digest: string; mediaType: string; isPicture: boolean }

/** Sends a file of a message. Only pictures may be shown (`inline=true`). */
export async function downloadFile(
  portal: AppContext,
  store: FileStore,
  call: Download,
  face: AnyFace,
): Promise<unknown> {
  requireOwnSite(call.request)
  const { timestamp, attachmentId, inline } = call.query
  const { id } = await readableChannel(portal.db, call.session, call.params.id, face.reads)
  const { rows } = await sql<Found>`
    select filename, size, digest, media_type as "mediaType", is_picture as "isPicture" from ${sql.table(face.files)}
    where id = ${attachmentId}::bigint and channel_id = ${id} and message_ts = ${microsecondsOf(timestamp)}`.execute(
    portal.db,
  )
  const file = rows[0] ?? throwProblem(chatProblems['chat-file-not-found'])
  const inlineAs = inline === true && file.isPicture ? file.mediaType : undefined
  return sendFile(call, { store, db: portal.db }, { ...file, inlineAs })
}

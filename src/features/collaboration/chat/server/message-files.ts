import { sql } from 'kysely'
import { sentFile } from '#features/support/attachments/server/index.ts'
import { openOriginals, triageProblems } from '#features/support/log-triage/contract.ts'
import { recordEvent } from '#kit/server/events/event.ts'
import type { FileStore } from '#kit/server/files/file-store.ts'
import { requireOwnSite, sendFile } from '#kit/server/files/send-file.ts'
import { hasPermission } from '#kit/server/has-permission.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { actorOfRequest, type RequestContext } from '#kit/server/serve/request-context.ts'
import { chatProblems, type readInternalMessageFile, type readMessageFile } from '../contract.ts'
import type { AnyFace } from './face.ts'
import { readableChannel } from './stored-channel.ts'
import { microsecondsOf } from './timestamp.ts'

type Download = RequestContext<typeof readMessageFile> | RequestContext<typeof readInternalMessageFile>
type StoredFile = {
  id: number
  authorId: number
  filename: string
  size: number
  digest: string
  mediaType: string
  isPicture: boolean
}

/**
 * Sends a file of a message; of a log with secrets, the copy without them. Only pictures may be shown (`inline=true`).
 * The original goes to the author and to TAC managers; every request that gets bytes of it is recorded.
 */
export async function downloadFile(
  portal: AppContext,
  store: FileStore,
  call: Download,
  face: AnyFace,
): Promise<unknown> {
  requireOwnSite(call.request)
  const { timestamp, attachmentId, inline, original } = call.query
  const channel = await readableChannel(portal.db, call.session, call.params.id, face.reads)
  const { rows } = await sql<StoredFile>`
    select f.id, m.author_id as "authorId", f.filename, f.size, f.digest, f.media_type as "mediaType", f.is_picture as "isPicture"
    from ${sql.table(face.files)} f join ${sql.table(face.messages)} m on m.channel_id = f.channel_id and m.ts = f.message_ts
    where f.id = ${attachmentId}::bigint and f.channel_id = ${channel.id} and f.message_ts = ${microsecondsOf(timestamp)}`.execute(
    portal.db,
  )
  const file = rows[0] ?? throwProblem(chatProblems['chat-file-not-found'])
  const inlineAs = inline === true && file.isPicture ? file.mediaType : undefined
  const files = { store, db: portal.db }
  if (original !== true) return sendFile(call, files, { ...(await sentFile(portal, file)), inlineAs })
  // Staff who act as the author are not the author.
  const isAuthor = file.authorId === call.session.userId && !call.session.impersonator
  if (!isAuthor && !hasPermission(call.session, openOriginals, channel.account))
    throwProblem(triageProblems['original-not-allowed'], { name: file.filename })
  return sendFile(call, files, file, {
    begin: async () => {
      await recordEvent(portal.db, face.originalOpened, actorOfRequest(call.request), {
        account: channel.accountId,
        subject: String(channel.id),
        data: { timestamp, attachmentId: file.id, filename: file.filename },
      })
    },
  })
}

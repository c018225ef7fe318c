import { findOriginal } from '#features/platform/mail/server/index.ts'
import { eventTypeFor, readableCase } from '#features/support/case-access/server/index.ts'
import { openOriginals } from '#features/support/log-triage/contract.ts'
import { recordEvent } from '#kit/server/events/event.ts'
import { fileStoreOf } from '#kit/server/files/file-store-of.ts'
import { requireOwnSite, sendFile } from '#kit/server/files/send-file.ts'
import { hasPermission } from '#kit/server/has-permission.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { actorOfRequest, type RequestContext } from '#kit/server/serve/request-context.ts'
import { commentMailDownloaded, commentProblems, type downloadCommentMail, type readCommentMail } from '../contract.ts'
import { readerIn } from './comment-json.ts'
import { commentId } from './edit-window.ts'

type Reading = RequestContext<typeof readCommentMail>
type Download = RequestContext<typeof downloadCommentMail>

/** All text of the mail that a comment came by. */
export async function readMailOf({ db }: AppContext, call: Reading) {
  const { original, mayDownload } = await askedFor(db, call)
  const { text, size, receivedAt } = original
  return { text, size, received: receivedAt.toISOString(), mayDownload }
}

/** Sends the mail as it arrived. Its files are in it with their secrets, so it is guarded as they are. */
export async function sendMailOf(portal: AppContext, call: Download): Promise<unknown> {
  const { request } = call
  requireOwnSite(request)
  const { stored: storedCase, id, original, mayDownload } = await askedFor(portal.db, call)
  if (!mayDownload) throwProblem(commentProblems['comment-not-found'])
  const { digest, size } = original
  const file = { filename: `${storedCase.key}-${id}.eml`, digest, size }
  return sendFile(call, { store: fileStoreOf(portal.config), db: portal.db }, file, {
    async begin() {
      const fact = {
        account: storedCase.accountId,
        subject: storedCase.key,
        data: { caseId: storedCase.id, commentId: id },
      }
      await recordEvent(portal.db, eventTypeFor(storedCase, commentMailDownloaded), actorOfRequest(request), fact)
    },
  })
}

async function askedFor(db: AppContext['db'], { session, query }: Reading | Download) {
  const storedCase = await readableCase(db, session, query.issueKey)
  const id = commentId(query.commentId)
  const row = await db
    .selectFrom('case_comments')
    .select('original_id')
    .where('id', '=', id)
    .where('case_id', '=', storedCase.id)
    .executeTakeFirst()
  const original = row?.original_id == null ? undefined : await findOriginal(db, row.original_id)
  const { userId, isStaff } = readerIn(session, storedCase.account)
  const isOwn = original?.userId === userId
  if (!original || !(isStaff || isOwn)) throwProblem(commentProblems['comment-not-found'])
  // Staff who act as the sender are not the sender.
  const mayDownload = (isOwn && !session.impersonator) || hasPermission(session, openOriginals, storedCase.account)
  return { stored: storedCase, id, original, mayDownload }
}

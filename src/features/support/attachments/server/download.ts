import { eventTypeFor, readableCase } from '#features/support/cases/server/index.ts'
import { recordEvent } from '#kit/server/events/event.ts'
import type { FileStore } from '#kit/server/files/file-store.ts'
import { requireOwnSite, sendFile } from '#kit/server/files/send-file.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { actorOfRequest, type RequestContext } from '#kit/server/serve/request-context.ts'
import { attachmentDownloaded, attachmentProblems, type downloadAttachment } from '../contract.ts'
import { findAttachment } from './attachment-store.ts'

/** Sends a file of a case. Only pictures may be shown (`inline=true`). A download from its beginning is recorded. */
export async function download(
  portal: AppContext,
  store: FileStore,
  call: RequestContext<typeof downloadAttachment>,
): Promise<unknown> {
  const { request, session, query } = call
  requireOwnSite(request)
  const stored = await readableCase(portal.db, session, query.issueKey)
  const file = await findAttachment(portal.db, stored.id, query.attachmentId)
  if (!file) throwProblem(attachmentProblems['attachment-not-found'])
  const inlineAs = query.inline === true && file.isPicture ? file.mediaType : undefined
  return sendFile(call, { store, db: portal.db }, { ...file, inlineAs }, { begin })

  async function begin(start: number): Promise<void> {
    if (start > 0 || inlineAs || !file) return
    const data = { caseId: stored.id, attachmentId: file.id, filename: file.filename }
    const fact = { account: stored.accountId, subject: stored.key, data }
    await recordEvent(portal.db, eventTypeFor(stored, attachmentDownloaded), actorOfRequest(request), fact)
  }
}

import { eventTypeFor, readableCase } from '#features/support/case-access/server/index.ts'
import { openOriginals, triageProblems } from '#features/support/log-triage/contract.ts'
import type { EventType } from '#kit/contract/event.ts'
import { recordEvent } from '#kit/server/events/event.ts'
import type { FileStore } from '#kit/server/files/file-store.ts'
import { requireOwnSite, sendFile } from '#kit/server/files/send-file.ts'
import { hasPermission } from '#kit/server/has-permission.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { actorOfRequest, type RequestContext } from '#kit/server/serve/request-context.ts'
import {
  attachmentDownloaded,
  attachmentProblems,
  type downloadAttachment,
  type downloadOriginal,
  originalOpened,
} from '../contract.ts'
import { findAttachment } from './attachment-store.ts'
import { sentFile } from './sent-file.ts'

type Download = RequestContext<typeof downloadAttachment>
type OriginalDownload = RequestContext<typeof downloadOriginal>

/**
 * Sends a file of a case; of one with secrets, the copy without them. Only pictures may be shown (`inline=true`). A
 * download from its beginning is recorded.
 */
export async function download(portal: AppContext, store: FileStore, call: Download): Promise<unknown> {
  const { stored: storedCase, file } = await askedFor(portal, call)
  const inlineAs = call.query.inline === true && file.isPicture ? file.mediaType : undefined
  const contentFile = await sentFile(portal, file)
  return sendFile(
    call,
    { store, db: portal.db },
    { ...contentFile, inlineAs },
    {
      begin: async (start) => {
        if (start === 0 && !inlineAs) await record(portal, call, attachmentDownloaded, { stored: storedCase, file })
      },
    },
  )
}

/** Sends a file with its secrets, to its uploader or a TAC manager. Every request that gets bytes of it is recorded. */
export async function downloadUnchanged(
  portal: AppContext,
  store: FileStore,
  call: OriginalDownload,
): Promise<unknown> {
  const { stored: storedCase, file } = await askedFor(portal, call)
  const { session } = call
  // Staff who act as the uploader are not the uploader.
  const isUploader = file.authorId === session.userId && !session.impersonator
  if (!isUploader && !hasPermission(session, openOriginals, storedCase.account))
    throwProblem(triageProblems['original-not-allowed'], { name: file.filename })
  return sendFile(call, { store, db: portal.db }, file, {
    begin: () => record(portal, call, originalOpened, { stored: storedCase, file }),
  })
}

async function askedFor({ db }: AppContext, { request, session, query }: Download | OriginalDownload) {
  requireOwnSite(request)
  const storedCase = await readableCase(db, session, query.issueKey)
  const file = await findAttachment(db, storedCase.id, query.attachmentId)
  if (!file) throwProblem(attachmentProblems['attachment-not-found'])
  return { stored: storedCase, file }
}

type AskedFile = Awaited<ReturnType<typeof askedFor>>

async function record(
  portal: AppContext,
  { request }: Download | OriginalDownload,
  event: EventType,
  { stored, file }: AskedFile,
) {
  const data = { caseId: stored.id, attachmentId: file.id, filename: file.filename }
  const fact = { account: stored.accountId, subject: stored.key, data }
  await recordEvent(portal.db, eventTypeFor(stored, event), actorOfRequest(request), fact)
}

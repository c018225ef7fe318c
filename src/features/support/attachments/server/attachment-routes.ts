import { attachToCases } from '#features/support/case-access/contract.ts'
import { eventTypeFor, lockedCase, readableCase } from '#features/support/case-access/server/index.ts'
import { COMMENT_OPEN_MS, deleteComments } from '#features/support/comments/contract.ts'
import { readableReading } from '#features/support/log-triage/server/index.ts'
import { readSort } from '#kit/contract/hal.ts'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import type { FileStore } from '#kit/server/files/file-store.ts'
import { receiveUpload } from '#kit/server/files/receive-upload.ts'
import { hasPermission } from '#kit/server/has-permission.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { halPage } from '#kit/server/list/hal-list.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { type CommandContext, requirePermission } from '#kit/server/serve/request-context.ts'
import { respondToUpload } from '#kit/server/serve/respond-to-upload.ts'
import { registerCommand, registerStream, serve } from '#kit/server/serve/serve.ts'
import {
  addAttachment,
  attachmentDeleted,
  attachmentProblems,
  deleteAttachment,
  downloadAttachment,
  downloadOriginal,
  listAttachments,
} from '../contract.ts'
import { attachToCase } from './attach-to-case.ts'
import { findAttachment, findAttachments } from './attachment-store.ts'
import { detachedFact, detachFromCase } from './detach-from-case.ts'
import { download, downloadUnchanged } from './download.ts'
import { checkQuotaByContentLength } from './storage-quota.ts'

/** Files of cases. */
export function serveAttachments(portal: AppContext, store: FileStore): void {
  serve(portal, listAttachments, async (call) => {
    const { issueKey, page, size, sort } = call.query
    const { id } = await readableCase(portal.db, call.session, issueKey)
    const { descending } = readSort(sort, { field: 'created', descending: false })[0]!
    return halPage(call, 'attachments', await findAttachments(portal.db, id, { page, size, descending }))
  })

  registerStream(portal, addAttachment, async (call) => {
    const { account, accountId } = await readableCase(portal.db, call.session, call.query.issueKey)
    requirePermission(call, attachToCases, account)
    await checkQuotaByContentLength(portal.db, accountId, call.request)
    const upload = await receiveUpload(call.request, store)
    await readableReading(portal, upload)
    return respondToUpload(portal, addAttachment, call, upload, async (write) =>
      attachToCase(write, await lockedCase(write.tx, write.session, write.query.issueKey), upload, portal.config),
    )
  })

  registerStream(portal, downloadAttachment, (call) => download(portal, store, call))
  registerStream(portal, downloadOriginal, (call) => downloadUnchanged(portal, store, call))
  registerCommand(portal, deleteAttachment, detach)
}

async function detach(call: CommandContext<typeof deleteAttachment>): Promise<undefined> {
  const { tx, session } = call
  const storedCase = await lockedCase(tx, session, call.query.issueKey)
  requirePermission(call, attachToCases, storedCase.account)
  const attachment = await findAttachment(tx, storedCase.id, call.query.attachmentId)
  if (!attachment) throwProblem(attachmentProblems['attachment-not-found'])
  const fresh = Date.now() - attachment.createdAt.getTime() < COMMENT_OPEN_MS
  if (!(attachment.authorId === session.userId && fresh) && !hasPermission(session, deleteComments, storedCase.account))
    throwProblem(kitProblems['access-denied'], { permission: deleteComments.name })
  await detachFromCase(tx, storedCase, attachment, session.userId)
  await call.record(eventTypeFor(storedCase, attachmentDeleted), detachedFact(storedCase, attachment))
}

import { createCases } from '#features/support/case-access/contract.ts'
import { accountFor } from '#features/support/case-access/server/index.ts'
import { deleteDraftFileRow, deleteDraftRows, saveDraftRow } from '#features/support/case-files/server/index.ts'
import { readableReading } from '#features/support/log-triage/server/index.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import type { FileStore } from '#kit/server/files/file-store.ts'
import { receiveUpload } from '#kit/server/files/receive-upload.ts'
import { requireOwnSite, sendFile } from '#kit/server/files/send-file.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { respondToUpload } from '#kit/server/serve/respond-to-upload.ts'
import { registerCommand, registerStream, serve } from '#kit/server/serve/serve.ts'
import type { Session } from '#kit/server/session.ts'
import {
  addDraftFile,
  attachmentProblems,
  discardDraft,
  readDraft,
  removeDraftFile,
  saveDraft,
  showDraftPicture,
} from '../contract.ts'
import { findDraft, findDraftPicture, insertDraftFile } from './draft-store.ts'
import { checkQuotaByContentLength } from './storage-quota.ts'

/** Drafts of cases: each user's own, one per account. Without events: a draft has no recipients yet. */
export function serveDrafts(portal: AppContext, store: FileStore): void {
  serve(portal, readDraft, async (call) => findDraft(portal.db, await ownerOf(portal.db, call)))

  registerCommand(portal, saveDraft, async (call) => {
    const owner = await ownerOf(call.tx, call)
    await saveDraftRow(call.tx, owner, call.body.draft)
    return findDraft(call.tx, owner)
  })

  registerCommand(portal, discardDraft, async (call) => {
    await deleteDraftRows(call.tx, await ownerOf(call.tx, call))
    return undefined
  })

  registerStream(portal, addDraftFile, async (call) => {
    const owner = await ownerOf(portal.db, call)
    await checkQuotaByContentLength(portal.db, owner.accountId, call.request)
    const upload = await receiveUpload(call.request, store)
    await readableReading(portal, upload)
    return respondToUpload(portal, addDraftFile, call, upload, ({ tx }) =>
      insertDraftFile(tx, owner, upload, portal.config),
    )
  })

  registerStream(portal, showDraftPicture, async (call) => {
    requireOwnSite(call.request)
    const picture = await findDraftPicture(portal.db, await ownerOf(portal.db, call), call.params.id)
    if (!picture) throwProblem(attachmentProblems['attachment-not-found'])
    return sendFile(call, { store, db: portal.db }, { ...picture, inlineAs: picture.mediaType })
  })

  registerCommand(portal, removeDraftFile, async (call) => {
    const isRemoved = await deleteDraftFileRow(call.tx, await ownerOf(call.tx, call), call.params.id)
    if (!isRemoved) throwProblem(attachmentProblems['attachment-not-found'])
    return undefined
  })
}

async function ownerOf(
  db: Database | Tx,
  call: { readonly session: Session; readonly query: { readonly account: string } },
) {
  const { accountId } = await accountFor(db, call.session, createCases, call.query.account)
  return { userId: call.session.userId, accountId }
}

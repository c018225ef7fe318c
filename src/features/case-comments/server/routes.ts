import { commentCases, seeInternal } from '#features/cases/contract.ts'
import { kindOn, lockedCase, readableCase, writeComment } from '#features/cases/server/index.ts'
import { readSort } from '#kit/contract/hal.ts'
import { halReply } from '#kit/server/list/hal-list.ts'
import type { Portal } from '#kit/server/portal.ts'
import { require, type WriteCall } from '#kit/server/serve/call.ts'
import { serve, serveWrite } from '#kit/server/serve/serve.ts'
import {
  addComment,
  addInternalComment,
  commentAdded,
  deleteComment,
  deleteInternalComment,
  editComment,
  editInternalComment,
  listComments,
  listInternalComments,
} from '../contract.ts'
import { changeComment, removeComment } from './change-comment.ts'
import { findComments, readComment } from './comment-list.ts'
import { findInternalComments } from './internal-comment-list.ts'
import { changeInternalComment, removeInternalComment, writeInternalComment } from './internal-comments.ts'

/** The conversation of a case, and, apart from it, what vendor staff write among themselves. */
export function serveComments(portal: Portal): void {
  serve(portal, listComments, async (call) => {
    const { id } = await readableCase(portal.db, call.session, call.query.issueKey)
    return halReply(call, 'comments', await findComments(portal.db, id, pageOf(call.query)))
  })
  serveWrite(portal, addComment, writeToBoth)
  serveWrite(portal, editComment, changeComment)
  serveWrite(portal, deleteComment, removeComment)

  serve(portal, listInternalComments, async (call) => {
    const { id, account } = await readableCase(portal.db, call.session, call.query.issueKey)
    require(call, seeInternal, account)
    return halReply(call, 'comments', await findInternalComments(portal.db, id, pageOf(call.query)))
  })
  serveWrite(portal, addInternalComment, writeInternalComment)
  serveWrite(portal, editInternalComment, changeInternalComment)
  serveWrite(portal, deleteInternalComment, removeInternalComment)
}

async function writeToBoth(call: WriteCall<typeof addComment>) {
  const { tx, session, body } = call
  const stored = await lockedCase(tx, session, call.query.issueKey)
  require(call, commentCases, stored.account)
  const { id, changes } = await writeComment(call, stored, body.body, { movesOn: true })
  await call.record(kindOn(stored, commentAdded), {
    account: stored.accountId,
    subject: stored.key,
    data: { caseId: stored.id, commentId: id, changes },
  })
  return readComment(tx, id)
}

function pageOf({ page, size, sort }: { page: number; size: number; sort?: string[] | undefined }) {
  return { page, size, descending: readSort(sort, { field: 'created', descending: false })[0]!.descending }
}

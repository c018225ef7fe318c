import { seeInternal } from '#features/support/case-access/contract.ts'
import { lockedCase, readableCase } from '#features/support/case-access/server/index.ts'
import { readSort } from '#kit/contract/hal.ts'
import { halPage } from '#kit/server/list/hal-list.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { type CommandContext, requirePermission } from '#kit/server/serve/request-context.ts'
import { registerCommand, registerStream, serve } from '#kit/server/serve/serve.ts'
import {
  addComment,
  addInternalComment,
  deleteComment,
  deleteInternalComment,
  downloadCommentMail,
  editComment,
  editInternalComment,
  listComments,
  listInternalComments,
  readCommentMail,
} from '../contract.ts'
import { changeComment, removeComment } from './change-comment.ts'
import { readerIn } from './comment-json.ts'
import { findComments, readComment } from './comment-list.ts'
import { readMailOf, sendMailOf } from './comment-mail.ts'
import { commentOnCase } from './comment-on-case.ts'
import { findInternalComments } from './internal-comment-list.ts'
import { changeInternalComment, removeInternalComment, writeInternalComment } from './internal-comments.ts'

/** The conversation of a case, and, separate from it, the internal comments. */
export function serveComments(portal: AppContext): void {
  serve(portal, listComments, async (call) => {
    const { id, account } = await readableCase(portal.db, call.session, call.query.issueKey)
    const reader = readerIn(call.session, account)
    return halPage(call, 'comments', await findComments(portal.db, id, reader, pageOf(call.query)))
  })
  serve(portal, readCommentMail, (call) => readMailOf(portal, call))
  registerStream(portal, downloadCommentMail, (call) => sendMailOf(portal, call))
  registerCommand(portal, addComment, writeToBoth)
  registerCommand(portal, editComment, changeComment)
  registerCommand(portal, deleteComment, removeComment)

  serve(portal, listInternalComments, async (call) => {
    const { id, account } = await readableCase(portal.db, call.session, call.query.issueKey)
    requirePermission(call, seeInternal, account)
    return halPage(call, 'comments', await findInternalComments(portal.db, id, pageOf(call.query)))
  })
  registerCommand(portal, addInternalComment, writeInternalComment)
  registerCommand(portal, editInternalComment, changeInternalComment)
  registerCommand(portal, deleteInternalComment, removeInternalComment)
}

async function writeToBoth(call: CommandContext<typeof addComment>) {
  const storedCase = await lockedCase(call.tx, call.session, call.query.issueKey)
  const id = await commentOnCase(call, storedCase, call.body.body)
  return readComment(call.tx, id, readerIn(call.session, storedCase.account))
}

function pageOf({ page, size, sort }: { page: number; size: number; sort?: string[] | undefined }) {
  return { page, size, descending: readSort(sort, { field: 'created', descending: false })[0]!.descending }
}

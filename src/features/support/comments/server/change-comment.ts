import { sql } from 'kysely'
import { commentCases } from '#features/support/case-access/contract.ts'
import { eventTypeFor, lockedCase, type StoredCase } from '#features/support/case-access/server/index.ts'
import { commentRows, indexCase, touchCase, watchMentioned } from '#features/support/cases/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { type CommandContext, requirePermission } from '#kit/server/serve/request-context.ts'
import { commentDeleted, commentEdited, commentProblems, type deleteComment, type editComment } from '../contract.ts'
import { readerIn } from './comment-json.ts'
import { readComment } from './comment-list.ts'
import { commentId, requireDeletable, requireEditable, type StoredComment } from './edit-window.ts'

/** Changes a comment that both sides read; the former text stays in the event. */
export async function changeComment(call: CommandContext<typeof editComment>) {
  const { tx, session, body } = call
  const { stored: storedCase, comment } = await find(call)
  requireEditable(call, comment)
  if (body.body !== comment.body) {
    await commentRows.edit(tx, comment.id, body.body)
    await watchMentioned(tx, session, storedCase, body.body, { internal: false })
    await settle(tx, storedCase, session.userId)
    await call.record(eventTypeFor(storedCase, commentEdited), {
      account: storedCase.accountId,
      subject: storedCase.key,
      data: { caseId: storedCase.id, commentId: comment.id, changes: { body: [comment.body, body.body] } },
    })
  }
  return readComment(tx, comment.id, readerIn(session, storedCase.account))
}

/** Deletes a comment that both sides read. */
export async function removeComment(call: CommandContext<typeof deleteComment>): Promise<undefined> {
  const { tx } = call
  const { stored: storedCase, comment } = await find(call)
  requireDeletable(call, comment, storedCase.account)
  await commentRows.remove(tx, storedCase.id, comment.id)
  await settle(tx, storedCase, call.session.userId)
  await call.record(eventTypeFor(storedCase, commentDeleted), {
    account: storedCase.accountId,
    subject: storedCase.key,
    data: { caseId: storedCase.id, commentId: comment.id, changes: { body: [comment.body, null] } },
  })
}

async function find(
  call: CommandContext<typeof editComment> | CommandContext<typeof deleteComment>,
): Promise<{ stored: StoredCase; comment: StoredComment }> {
  const storedCase = await lockedCase(call.tx, call.session, call.query.issueKey)
  requirePermission(call, commentCases, storedCase.account)
  const { rows } = await sql<StoredComment>`
    select id, author_id as "authorId", body, version, created_at as "createdAt" from case_comments
    where id = ${commentId(call.query.commentId)} and case_id = ${storedCase.id} for update`.execute(call.tx)
  return { stored: storedCase, comment: rows[0] ?? throwProblem(commentProblems['comment-not-found']) }
}

async function settle(tx: Tx, storedCase: StoredCase, userId: number): Promise<void> {
  await indexCase(tx, storedCase.id)
  await touchCase(tx, storedCase, userId)
}

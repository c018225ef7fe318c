import { sql } from 'kysely'
import { seeInternal } from '#features/support/case-access/contract.ts'
import { lockedCase, type StoredCase } from '#features/support/case-access/server/index.ts'
import { indexCase, watchMentioned } from '#features/support/cases/server/index.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { type CommandContext, requirePermission } from '#kit/server/serve/request-context.ts'
import {
  type addInternalComment,
  commentProblems,
  type deleteInternalComment,
  type editInternalComment,
  internalCommentAdded,
  internalCommentDeleted,
  internalCommentEdited,
} from '../contract.ts'
import { commentId, requireDeletable, requireEditable, type StoredComment } from './edit-window.ts'
import { readInternalComment } from './internal-comment-list.ts'

// Nothing here touches the row of the case: the time of its last change is shown to customers too.

/** Adds an internal comment. */
export async function writeInternalComment(call: CommandContext<typeof addInternalComment>) {
  const { tx, session, body } = call
  const storedCase = await findCase(call)
  const { rows } = await sql<{ id: number }>`
    insert into case_internal_comments (case_id, author_id, body) values (${storedCase.id}, ${session.userId}, ${body.body}) returning id`.execute(
    tx,
  )
  const { id } = rows[0]!
  await watchMentioned(tx, session, storedCase, body.body, { internal: true })
  await indexCase(tx, storedCase.id)
  await call.record(internalCommentAdded, fact(storedCase, id, { internalComment: [null, body.body] }))
  return readInternalComment(tx, id)
}

/** Changes an internal comment; the former text stays in the event. */
export async function changeInternalComment(call: CommandContext<typeof editInternalComment>) {
  const { tx, session, body } = call
  const { stored: storedCase, comment } = await find(call)
  requireEditable(call, comment)
  if (body.body !== comment.body) {
    await sql`update case_internal_comments set body = ${body.body}, version = version + 1, edited_at = clock_timestamp() where id = ${comment.id}`.execute(
      tx,
    )
    await watchMentioned(tx, session, storedCase, body.body, { internal: true })
    await indexCase(tx, storedCase.id)
    await call.record(internalCommentEdited, fact(storedCase, comment.id, { body: [comment.body, body.body] }))
  }
  return readInternalComment(tx, comment.id)
}

/** Deletes an internal comment. */
export async function removeInternalComment(call: CommandContext<typeof deleteInternalComment>): Promise<undefined> {
  const { stored: storedCase, comment } = await find(call)
  requireDeletable(call, comment, storedCase.account)
  await sql`delete from case_internal_comments where id = ${comment.id}`.execute(call.tx)
  await indexCase(call.tx, storedCase.id)
  await call.record(internalCommentDeleted, fact(storedCase, comment.id, { body: [comment.body, null] }))
}

type ByComment = CommandContext<typeof editInternalComment> | CommandContext<typeof deleteInternalComment>

async function find(call: ByComment): Promise<{ stored: StoredCase; comment: StoredComment }> {
  const storedCase = await findCase(call)
  const { rows } = await sql<StoredComment>`
    select id, author_id as "authorId", body, version, created_at as "createdAt" from case_internal_comments
    where id = ${commentId(call.query.commentId)} and case_id = ${storedCase.id} for update`.execute(call.tx)
  return { stored: storedCase, comment: rows[0] ?? throwProblem(commentProblems['comment-not-found']) }
}

async function findCase(call: ByComment | CommandContext<typeof addInternalComment>): Promise<StoredCase> {
  const storedCase = await lockedCase(call.tx, call.session, call.query.issueKey)
  requirePermission(call, seeInternal, storedCase.account)
  return storedCase
}

function fact(storedCase: StoredCase, id: number, changes: Readonly<Record<string, readonly [unknown, unknown]>>) {
  return {
    account: storedCase.accountId,
    subject: storedCase.key,
    data: { caseId: storedCase.id, commentId: id, changes },
  }
}

import { kitProblems } from '#kit/contract/kit-problems.ts'
import { hasPermission } from '#kit/server/has-permission.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { requireVersion } from '#kit/server/serve/request-context.ts'
import type { Session } from '#kit/server/session.ts'
import { commentProblems, deleteComments, isCommentOpen } from '../contract.ts'

/** A comment as commands read it, of either kind. */
export type StoredComment = {
  readonly id: number
  readonly authorId: number
  readonly body: string
  readonly version: number
  readonly createdAt: Date
}
type Context = Parameters<typeof requireVersion>[0] & { readonly session: Session }

/** Only its author, within 15 minutes, may change a comment. */
export function requireEditable(call: Context, comment: StoredComment): void {
  if (comment.authorId !== call.session.userId)
    throwProblem(kitProblems['access-denied'], { permission: 'of its author' })
  if (!isCommentOpen(comment.createdAt, new Date())) throwProblem(commentProblems['comment-edit-window-closed'])
  requireVersion(call, comment.version)
}

/** Its author within 15 minutes, or a user with `deleteComments` at any time, may delete a comment. */
export function requireDeletable(call: Context, comment: StoredComment, account: string): void {
  if (hasPermission(call.session, deleteComments, account)) requireVersion(call, comment.version)
  else requireEditable(call, comment)
}

/** The id of a comment in an address; anything that is not a number is an unknown comment. */
export function commentId(text: string): number {
  return /^[0-9]{1,15}$/.test(text) ? Number(text) : throwProblem(commentProblems['comment-not-found'])
}

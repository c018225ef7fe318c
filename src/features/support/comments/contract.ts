import * as z from 'zod/mini'
import { roles } from '#features/access/roles/contract.ts'
import { UserRef } from '#features/accounts/accounts/contract.ts'
import {
  caseOrigin,
  caseProblems,
  commentCases,
  readCases,
  seeInternal,
} from '#features/support/case-access/contract.ts'
import { openOriginals } from '#features/support/log-triage/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { changesTo, defineEvent, factsForAccounts } from '#kit/contract/event.ts'
import { halList, listQuery } from '#kit/contract/hal.ts'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import { permission } from '#kit/contract/permission.ts'
import { problems } from '#kit/contract/problem.ts'

/** Delete another user's comment, or one's own after 15 minutes. */
export const deleteComments = permission(
  'case:delete-comment',
  'Delete comments',
  roles('HARMONIC_TAC_MANAGER', 'ADMIN'),
)

export const commentProblems = problems({
  'comment-not-found': { status: 404, text: 'This comment was not found, or you do not have permission to see it.' },
  'comment-edit-window-closed': {
    status: 409,
    text: 'A comment can only be changed or deleted within 15 minutes after it was added.',
  },
})

/** How long the author may change or delete a comment, in milliseconds. */
export const COMMENT_OPEN_MS = 15 * 60_000

/** Whether the author may still change it. */
export function isCommentOpen(createdAt: Date, now: Date): boolean {
  return now.getTime() - createdAt.getTime() < COMMENT_OPEN_MS
}

const commentFields = {
  commentId: z.string(),
  author: z.extend(UserRef, { vendor: z.boolean() }),
  /** Markdown. */
  body: z.string(),
  created: z.iso.datetime(),
  edited: z.nullable(z.iso.datetime()),
  version: z.int(),
}

/** A comment that both the customer and the vendor read. */
export const CustomerComment = z.object({
  ...commentFields,
  kind: z.literal('customer'),
  /** The mail that it came by, for those who may see that; `isCut` where the mail has more text than the comment. */
  mail: z.nullable(z.object({ isCut: z.boolean() })),
})
export type CustomerComment = z.output<typeof CustomerComment>
/** A comment that only vendor staff read; another type and another table, so that a leak does not compile. */
export const InternalComment = z.object({ ...commentFields, kind: z.literal('internal') })
export type InternalComment = z.output<typeof InternalComment>

const body = z.strictObject({ body: z.string().check(z.minLength(1), z.maxLength(32_767), z.regex(/\S/)) })
const byKey = z.strictObject({ issueKey: z.string().check(z.maxLength(64)) })
const byComment = z.extend(byKey, { commentId: z.string().check(z.maxLength(64)) })
const listByKey = z.extend(listQuery(['created'], {}, { maximum: 1000, usual: 200 }), {
  issueKey: z.string().check(z.maxLength(64)),
})
const url = '/api/plugins/jira/issues/comment'
const noComment = [caseProblems['case-not-found'], commentProblems['comment-not-found']] as const
const editProblems = [...noComment, commentProblems['comment-edit-window-closed']]
const customerComments = { tag: 'Case comments', guard: commentCases } as const
const internalComments = { tag: 'Case comments', guard: seeInternal } as const

export const listComments = endpoint({
  tag: 'Case comments',
  guard: readCases,
  name: 'listComments',
  method: 'GET',
  url,
  summary: 'List the comments that the customer can see, oldest first',
  query: listByKey,
  reply: halList('comments', CustomerComment),
  problems: noComment,
})
export const addComment = endpoint({
  ...customerComments,
  name: 'addComment',
  method: 'POST',
  url,
  summary: 'Add a comment for the customer, or a reply to the vendor',
  status: 201,
  query: byKey,
  body,
  reply: CustomerComment,
  problems: noComment,
})
export const editComment = endpoint({
  ...customerComments,
  name: 'editComment',
  method: 'PATCH',
  url,
  summary: 'Edit your own comment within 15 minutes',
  query: byComment,
  body,
  reply: CustomerComment,
  problems: editProblems,
})
export const deleteComment = endpoint({
  ...customerComments,
  name: 'deleteComment',
  method: 'DELETE',
  url,
  summary: 'Delete a comment',
  query: byComment,
  problems: editProblems,
})
export const readCommentMail = endpoint({
  tag: 'Case comments',
  guard: readCases,
  name: 'readCommentMail',
  method: 'GET',
  url: `${url}/mail`,
  summary: 'Read all text of the mail that a comment came by, with what it quotes: staff, and the user who sent it',
  query: byComment,
  reply: z.object({ text: z.string(), received: z.iso.datetime(), size: z.int(), mayDownload: z.boolean() }),
  problems: noComment,
})
export const downloadCommentMail = endpoint({
  tag: 'Case comments',
  guard: readCases,
  optionalPermissions: [openOriginals],
  name: 'downloadCommentMail',
  method: 'GET',
  url: `${url}/mail/original`,
  summary:
    'Download the mail that a comment came by as it arrived, with its files: TAC managers, and the user who sent it',
  query: byComment,
  media: { produces: 'application/octet-stream' },
  problems: [...noComment, kitProblems['range-not-satisfiable']],
})
export const listInternalComments = endpoint({
  ...internalComments,
  name: 'listInternalComments',
  method: 'GET',
  url: `${url}/internal`,
  summary: 'List the internal comments of vendor staff, oldest first',
  query: listByKey,
  reply: halList('comments', InternalComment),
  problems: noComment,
})
export const addInternalComment = endpoint({
  ...internalComments,
  name: 'addInternalComment',
  method: 'POST',
  url: `${url}/internal`,
  summary: 'Add an internal comment for vendor staff',
  status: 201,
  query: byKey,
  body,
  reply: InternalComment,
  problems: noComment,
})
export const editInternalComment = endpoint({
  ...internalComments,
  name: 'editInternalComment',
  method: 'PATCH',
  url: `${url}/internal`,
  summary: 'Edit your own internal comment within 15 minutes',
  query: byComment,
  body,
  reply: InternalComment,
  problems: editProblems,
})
export const deleteInternalComment = endpoint({
  ...internalComments,
  name: 'deleteInternalComment',
  method: 'DELETE',
  url: `${url}/internal`,
  summary: 'Delete an internal comment',
  query: byComment,
  problems: editProblems,
})

export const commentAdded = defineEvent('case.commented', {
  audience: 'account',
  text: 'commented on {subject}',
  data: {
    ...caseOrigin,
    caseId: z.int(),
    commentId: z.int(),
    byVendor: z.boolean(),
    changes: changesTo({ comment: z.string(), status: z.string(), watchers: z.string() }),
  },
})
export const commentEdited = defineEvent('case.comment-edited', {
  audience: 'account',
  text: 'edited a comment in {subject}',
  data: { ...caseOrigin, caseId: z.int(), commentId: z.int(), changes: changesTo({ body: z.string() }) },
})
export const commentDeleted = defineEvent('case.comment-deleted', {
  audience: 'account',
  text: 'deleted a comment in {subject}',
  data: { ...caseOrigin, caseId: z.int(), commentId: z.int(), changes: changesTo({ body: z.string() }) },
})
/** A mail that became a comment was downloaded as it arrived. */
export const commentMailDownloaded = defineEvent('case.comment-mail-downloaded', {
  audience: 'account',
  text: 'downloaded the mail of a comment in {subject} as it arrived',
  data: { caseId: z.int(), commentId: z.int() },
})

export const internalCommentAdded = defineEvent('case.internally-commented', {
  audience: 'vendor',
  text: 'added a note to {subject}',
  data: {
    ...caseOrigin,
    caseId: z.int(),
    commentId: z.int(),
    changes: changesTo({ internalComment: z.string() }),
    byVendor: z.optional(z.boolean()),
  },
})
export const internalCommentEdited = defineEvent('case.internal-comment-edited', {
  audience: 'vendor',
  text: 'edited a note in {subject}',
  data: { ...caseOrigin, caseId: z.int(), commentId: z.int(), changes: changesTo({ body: z.string() }) },
})
export const internalCommentDeleted = defineEvent('case.internal-comment-deleted', {
  audience: 'vendor',
  text: 'deleted a note in {subject}',
  data: { ...caseOrigin, caseId: z.int(), commentId: z.int(), changes: changesTo({ body: z.string() }) },
})

factsForAccounts('case', ['commentId', 'byVendor'])

import * as z from 'zod/mini'
import { seeInternal } from '#features/support/case-access/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { changesTo, defineEvent } from '#kit/contract/event.ts'
import { halList } from '#kit/contract/hal.ts'
import { problems } from '#kit/contract/problem.ts'
import { LONGEST_NAME, LONGEST_REPLY, manageSavedReplies } from './saved-reply.ts'

export const savedReplyProblems = problems({
  'saved-reply-not-found': { status: 404, text: 'This saved reply was not found. It may have been deleted.' },
})

export const savedReplyCreated = defineEvent('saved-reply.created', {
  audience: 'vendor',
  text: 'created the saved reply {subject}',
  data: { id: z.int() },
})
export const savedReplyEdited = defineEvent('saved-reply.edited', {
  audience: 'vendor',
  text: 'changed the saved reply {subject}',
  data: { id: z.int(), changes: changesTo({ name: z.string(), body: z.string() }) },
})
export const savedReplyDeleted = defineEvent('saved-reply.deleted', {
  audience: 'vendor',
  text: 'deleted the saved reply {subject}',
  data: { id: z.int() },
})

/** A text in Markdown that staff insert into a reply; its variables are `{{case.key}}` and others. */
const SavedReply = z.object({
  id: z.string(),
  name: z.string(),
  body: z.string(),
  updated: z.iso.datetime(),
  /** Who changed it last. */
  updatedBy: z.nullable(z.string()),
  version: z.int(),
})
export type SavedReply = z.output<typeof SavedReply>

const name = z.string().check(z.minLength(1), z.maxLength(LONGEST_NAME), z.regex(/^(?=\P{Cc}*[^\p{Cc}\s])\P{Cc}+$/u))
const body = z.string().check(z.minLength(1), z.maxLength(LONGEST_REPLY), z.regex(/\S/))
const params = z.strictObject({ id: z.string().check(z.regex(/^\d{1,15}$/)) })
const url = '/api/plugins/jira/saved-replies'
const replies = { tag: 'Saved replies', guard: manageSavedReplies, problems: [] } as const

export const listSavedReplies = endpoint({
  ...replies,
  guard: seeInternal,
  name: 'listSavedReplies',
  method: 'GET',
  url,
  summary: 'List the saved replies of the vendor’s staff by name',
  reply: halList('savedReplies', SavedReply),
})
export const createSavedReply = endpoint({
  ...replies,
  name: 'createSavedReply',
  method: 'POST',
  url,
  summary: 'Save a reply with variables',
  status: 201,
  body: z.strictObject({ name, body }),
  reply: SavedReply,
})
export const editSavedReply = endpoint({
  ...replies,
  name: 'editSavedReply',
  method: 'PATCH',
  url: `${url}/{id}`,
  summary: 'Change a saved reply',
  params,
  body: z.strictObject({ name: z.optional(name), body: z.optional(body) }),
  reply: SavedReply,
  problems: [savedReplyProblems['saved-reply-not-found']],
})
export const deleteSavedReply = endpoint({
  ...replies,
  name: 'deleteSavedReply',
  method: 'DELETE',
  url: `${url}/{id}`,
  summary: 'Delete a saved reply',
  params,
  problems: [savedReplyProblems['saved-reply-not-found']],
})

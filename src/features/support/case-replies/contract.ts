import * as z from 'zod/mini'
import { operateMail } from '#features/platform/mail/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { defineEvent } from '#kit/contract/event.ts'
import { halList, listQuery } from '#kit/contract/hal.ts'
import { problems } from '#kit/contract/problem.ts'
import { rejectionReasons } from './contract/reply-enums.ts'

export { type RejectionReason, rejectionReasons } from './contract/reply-enums.ts'

/** A received mail: one that became a comment, or the reason why it did not. */
export const ReceivedMail = z.object({
  id: z.string(),
  received: z.iso.datetime(),
  sender: z.string(),
  subject: z.string(),
  /** Bytes. */
  size: z.int(),
  /** The key of the case; null where the mail names none. */
  caseKey: z.nullable(z.string()),
  account: z.nullable(z.string()),
  accountId: z.nullable(z.string()),
  /** Null for a mail that became a comment, or without a case the response to an invitation. */
  reason: z.nullable(z.enum(rejectionReasons)),
  /** What the relay found: pass, fail, none, …; null where it wrote nothing. */
  dkim: z.nullable(z.string()),
  spf: z.nullable(z.string()),
  droppedFiles: z.array(z.object({ filename: z.string(), problem: z.string() })),
  /** It is no comment, and its text can be read: that of a sender whom the relay confirmed. */
  isKept: z.boolean(),
})
export type ReceivedMail = z.output<typeof ReceivedMail>

export const replyProblems = problems({
  'received-mail-not-found': { status: 404, text: 'This mail was not found, or its text is not kept.' },
  'received-mail-not-added': { status: 409, text: 'This mail cannot become a comment of its sender: {reason}.' },
})

/** A mail that became no comment was made one. */
export const receivedMailAdded = defineEvent('mail.reply-added', {
  audience: 'vendor',
  text: 'made a received mail a comment on {subject}',
  data: { caseId: z.int(), receivedMail: z.int() },
})

const byId = z.strictObject({ id: z.string().check(z.regex(/^\d{1,15}$/)) })
const keptMail = { tag: 'Mail', guard: operateMail, params: byId } as const

export const readReceivedMail = endpoint({
  ...keptMail,
  name: 'readReceivedMail',
  method: 'GET',
  url: '/api/received-mails/{id}',
  summary: 'Read the text of a reply that became no comment',
  reply: z.extend(ReceivedMail, {
    text: z.string(),
    /** Whether it is from the user whom the portal wrote to, so that it can become their comment. */
    isAddable: z.boolean(),
  }),
  problems: [replyProblems['received-mail-not-found']],
})
export const addReceivedMail = endpoint({
  ...keptMail,
  name: 'addReceivedMail',
  method: 'POST',
  url: '/api/received-mails/{id}/comment',
  summary: 'Make a reply that became no comment a comment of its sender',
  reply: ReceivedMail,
  problems: [replyProblems['received-mail-not-found'], replyProblems['received-mail-not-added']],
})

export const listReceivedMails = endpoint({
  tag: 'Mail',
  guard: operateMail,
  name: 'listReceivedMails',
  method: 'GET',
  url: '/api/received-mails',
  summary:
    'List received replies to case mails, newest first: those that became comments, and the others with the reason',
  query: listQuery(['received'], {
    /** Part of the sender or the subject. */
    q: z.optional(z.string().check(z.maxLength(200))),
    reason: z.optional(z.array(z.enum(rejectionReasons))),
    /** Whether they became comments. */
    taken: z.optional(z.boolean()),
  }),
  reply: z.extend(halList('receivedMails', ReceivedMail), {
    /** Whether the portal listens for replies (`REPLY_LISTEN`). */
    listening: z.boolean(),
  }),
  problems: [],
})

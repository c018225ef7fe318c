import * as z from 'zod/mini'
import { operateMail } from '#features/platform/mail/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { halList, listQuery } from '#kit/contract/hal.ts'
import { rejectionReasons } from './contract/reply-enums.ts'

export { type RejectionReason, rejectionReasons } from './contract/reply-enums.ts'

/** A received mail: one that became a comment, or the reason why it did not. Its text is not stored. */
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
  /** Null for a mail that became a comment. */
  reason: z.nullable(z.enum(rejectionReasons)),
  /** What the relay found: pass, fail, none, …; null where it wrote nothing. */
  dkim: z.nullable(z.string()),
  spf: z.nullable(z.string()),
  droppedFiles: z.array(z.object({ filename: z.string(), problem: z.string() })),
})
export type ReceivedMail = z.output<typeof ReceivedMail>

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

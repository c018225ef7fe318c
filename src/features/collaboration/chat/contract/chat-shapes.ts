import * as z from 'zod/mini'
import { UserRef } from '#features/accounts/accounts/contract.ts'
import { FileCheck } from '#kit/contract/file-check.ts'
import { timestamp } from './chat-fields.ts'

/** A user of a chat; `vendor` = of the vendor's staff. */
export const ChatUser = z.extend(UserRef, { vendor: z.boolean() })
export type ChatUser = z.output<typeof ChatUser>

/** A file of a message. */
export const ChatFile = z.object({
  attachmentId: z.string(),
  filename: z.string(),
  /** Of what a download sends: where secrets are hidden, of the copy without them. */
  size: z.int(),
  mediaType: z.string(),
  /** A picture that the browser may show. */
  isPicture: z.boolean(),
  check: FileCheck,
  /** Whether secrets of a log are hidden: its author and TAC managers can open the original. */
  hidesSecrets: z.boolean(),
})
export type ChatFile = z.output<typeof ChatFile>

const written = {
  timestamp,
  author: ChatUser,
  /** Markdown. */
  htmlBody: z.string(),
  attachments: z.array(ChatFile),
  /** The message that it replies to. */
  threadId: z.nullable(timestamp),
  replyCount: z.int(),
  caseKey: z.nullable(z.string()),
  clientKey: z.nullable(z.string()),
  created: z.iso.datetime(),
  edited: z.nullable(z.iso.datetime()),
  version: z.int(),
}

/** A message that the customer and the vendor read. */
export const CustomerMessage = z.object({ ...written, kind: z.literal('customer') })
export type CustomerMessage = z.output<typeof CustomerMessage>
/** A message that only vendor staff read; another type and another table, so that a leak does not compile. */
export const InternalMessage = z.object({ ...written, kind: z.literal('internal') })
export type InternalMessage = z.output<typeof InternalMessage>

const LastMessage = z.object({ timestamp, text: z.string(), by: z.string() })

/** A channel of an account, or of one of its cases. */
export const Channel = z.object({
  id: z.string(),
  account: z.string(),
  accountId: z.string(),
  accountDisplayName: z.string(),
  /** The case whose channel it is. */
  caseKey: z.nullable(z.string()),
  caseSubject: z.nullable(z.string()),
  /** Whether the account's plan includes chat; without it the channel can only be read. */
  enabled: z.boolean(),
  messageCount: z.int(),
  /** Messages of others since the caller last read it; at most 100. */
  unread: z.int(),
  readTimestamp: timestamp,
  lastMessage: z.nullable(LastMessage),
  members: z.array(ChatUser),
  /** The internal side; for vendor staff only. */
  internal: z.optional(z.object({ messageCount: z.int(), unread: z.int(), readTimestamp: timestamp })),
  createdAt: z.iso.datetime(),
  _links: z.object({ self: z.object({ href: z.string() }), workspace: z.object({ href: z.string() }) }),
})
export type Channel = z.output<typeof Channel>

/** A user who has the channel open. */
export const Presence = z.extend(ChatUser, { seen: z.iso.datetime() })
export type Presence = z.output<typeof Presence>

import * as z from 'zod/mini'
import { everyVendorRole, roles } from '#features/access/roles/contract.ts'
import { UserRef } from '#features/accounts/accounts/contract.ts'
import { seeInternal } from '#features/support/case-access/contract.ts'
import { FileCheck } from '#kit/contract/file-check.ts'
import { permission } from '#kit/contract/permission.ts'
import { problems } from '#kit/contract/problem.ts'
import { topic } from '#kit/contract/topic.ts'

/** Read the chat of an account. */
export const readChat = permission('chat:read', 'Read the chat of accounts', everyVendorRole, roles('MANAGER', 'USER'))

/** Write in the chat of an account, add users, and turn messages into cases. */
export const writeChat = permission(
  'chat:write',
  'Write in the chat of accounts',
  everyVendorRole,
  roles('MANAGER', 'USER'),
)

/** Delete messages of other users. */
export const deleteMessages = permission('chat:delete', 'Delete messages of others in chats', roles('ADMIN'))

export const chatProblems = problems({
  'channel-not-found': { status: 404, text: 'This chat channel was not found.' },
  'message-not-found': { status: 404, text: 'This message was not found. It may have been deleted.' },
  'chat-file-not-found': { status: 404, text: 'This file was not found. It may have been deleted.' },
  'not-your-message': { status: 403, text: 'Only its author can edit a message.' },
  'chat-not-in-plan': { status: 409, text: 'The plan of {account} does not include chat. Ask {contact} to add it.' },
  'chat-case-internal': { status: 409, text: '{key} is internal: it has no chat with the customer.' },
})

/** The longest message, in characters of Markdown. */
export const MESSAGE_LENGTH = 40_000
/** The most files of one message. */
export const MOST_MESSAGE_FILES = 10

/** The time of a message in seconds with six decimals; it identifies the message in its channel. */
export const timestamp = z.string().check(z.regex(/^\d{1,10}\.\d{6}$/))
/** Markdown, or HTML that becomes Markdown. */
export const htmlBody = z.string().check(z.minLength(1), z.maxLength(MESSAGE_LENGTH), z.regex(/\S/))
/** Chosen by the sender: a message is stored once for each. */
export const clientKey = z.string().check(z.regex(/^[A-Za-z0-9-]{1,64}$/))
export const usernames = z.array(z.string().check(z.maxLength(320))).check(z.minLength(1), z.maxLength(50))

export const channels = '/api/plugins/slack/channels'
export const byId = z.strictObject({ id: z.string().check(z.regex(/^\d{1,15}$/)) })
export const byTimestamp = z.strictObject({ timestamp })
/** `original` sends a log with its secrets, to its author and TAC managers; each time is recorded. */
export const shownAs = { inline: z.optional(z.boolean()), original: z.optional(z.boolean()) }
export const byFile = z.strictObject({ timestamp, attachmentId: z.string().check(z.regex(/^\d{1,15}$/)) })

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

const messageFields = {
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
export const CustomerMessage = z.object({ ...messageFields, kind: z.literal('customer') })
export type CustomerMessage = z.output<typeof CustomerMessage>
/** A message that only vendor staff read; another type and another table, so that a leak does not compile. */
export const InternalMessage = z.object({ ...messageFields, kind: z.literal('internal') })
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

/** What happened in a channel; without texts: pages fetch these. */
export const ChatFact = z.object({
  event: z.enum(['sent', 'edited', 'deleted', 'filed', 'members', 'read', 'presence', 'typing']),
  channelId: z.string(),
  timestamp: z.nullable(timestamp),
  /** The id and the name of the user who did it. */
  userId: z.nullable(z.string()),
  by: z.nullable(z.string()),
})
export type ChatFact = z.output<typeof ChatFact>

export const chatChanged = topic({
  destination: '/topic/slack/channels/{account}',
  summary: 'A message, a reader or a writer in the chat of the account',
  guard: readChat,
  message: ChatFact,
})

/** A destination of its own: not even the number of its messages is visible to customers. */
export const internalChatChanged = topic({
  destination: '/topic/slack/channels/{account}/internal',
  summary: 'The same on the internal side of the chat (vendor staff)',
  guard: seeInternal,
  message: ChatFact,
})

/** To the user's own pages: the number of unread messages changed. */
export const chatRead = topic({
  destination: '/user/topic/slack/read',
  summary: 'You have read messages of a channel, here or elsewhere',
  guard: readChat,
  message: z.object({ channelId: z.string() }),
})

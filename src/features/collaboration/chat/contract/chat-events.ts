import * as z from 'zod/mini'
import { changesTo, defineEvent, factsForAccounts } from '#kit/contract/event.ts'

export const channelOpened = defineEvent('chat.opened', {
  audience: 'account',
  text: 'opened a chat',
  data: { case: z.nullable(z.string()) },
})
export const membersAdded = defineEvent('chat.members-added', {
  audience: 'account',
  text: 'added users to a chat',
  data: { changes: changesTo({ members: z.string() }) },
})
export const messageSent = defineEvent('chat.message-sent', {
  audience: 'account',
  text: 'wrote in a chat',
  data: { timestamp: z.string(), threadId: z.optional(z.string()) },
})
export const messageEdited = defineEvent('chat.message-edited', {
  audience: 'account',
  text: 'edited a message in a chat',
  data: { timestamp: z.string(), changes: changesTo({ body: z.string(), attachment: z.string() }) },
})
export const messageDeleted = defineEvent('chat.message-deleted', {
  audience: 'account',
  text: 'deleted a message in a chat',
  data: { timestamp: z.string(), changes: changesTo({ body: z.string() }) },
})
export const messageFiled = defineEvent('chat.message-filed', {
  audience: 'account',
  text: 'filed a case from a chat',
  data: { timestamp: z.string(), case: z.string(), messages: z.int() },
})
/** The original of a file with hidden secrets was opened. */
export const fileOriginalOpened = defineEvent('chat.file-original-opened', {
  audience: 'account',
  text: 'opened the original of a file of a chat with its secrets',
  data: { timestamp: z.string(), attachmentId: z.int(), filename: z.string() },
})
/** The same on the internal side, which no customer ever reads. */
export const internalMessageSent = defineEvent('chat.internal-message-sent', {
  audience: 'vendor',
  text: 'wrote an internal message in a chat',
  data: { timestamp: z.string() },
})
export const internalMessageEdited = defineEvent('chat.internal-message-edited', {
  audience: 'vendor',
  text: 'edited an internal message in a chat',
  data: { timestamp: z.string(), changes: changesTo({ body: z.string(), attachment: z.string() }) },
})
export const internalMessageDeleted = defineEvent('chat.internal-message-deleted', {
  audience: 'vendor',
  text: 'deleted an internal message in a chat',
  data: { timestamp: z.string(), changes: changesTo({ body: z.string() }) },
})
export const internalFileOriginalOpened = defineEvent('chat.internal-file-original-opened', {
  audience: 'vendor',
  text: 'opened the original of an internal file of a chat with its secrets',
  data: { timestamp: z.string(), attachmentId: z.int(), filename: z.string() },
})

factsForAccounts('chat', ['timestamp', 'threadId', 'attachmentId', 'members', 'case', 'messages'])

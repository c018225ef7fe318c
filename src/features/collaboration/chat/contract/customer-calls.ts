import * as z from 'zod/mini'
import { attachmentProblems } from '#features/support/attachments/contract.ts'
import { openOriginals, triageProblems } from '#features/support/log-triage/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { halList } from '#kit/contract/hal.ts'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import {
  byFile,
  byId,
  byTimestamp,
  CustomerMessage,
  channels,
  chatProblems,
  htmlBody,
  readChat,
  shownAs,
  writeChat,
} from './chat.ts'
import { messagesQuery } from './messages-query.ts'

const noChannelOrMessage = [chatProblems['channel-not-found'], chatProblems['message-not-found']] as const
const noPlan = chatProblems['chat-not-in-plan']

export const listMessages = endpoint({
  tag: 'Chat',
  guard: readChat,
  name: 'listMessages',
  method: 'GET',
  url: `${channels}/{id}/messages`,
  summary: 'List messages, oldest first: the newest, those before or after a time, of a thread, or with these words',
  params: byId,
  query: messagesQuery,
  reply: halList('messages', CustomerMessage),
  problems: [chatProblems['channel-not-found']],
})
export const sendMessage = endpoint({
  tag: 'Chat',
  guard: writeChat,
  name: 'sendMessage',
  method: 'POST',
  url: `${channels}/{id}/message/form`,
  summary: 'Send a message (multipart: `htmlBody`, parts `attachment`; `threadId`, `clientKey`)',
  status: 201,
  params: byId,
  media: { consumes: 'multipart/form-data' },
  limit: { count: 120, seconds: 60 },
  reply: CustomerMessage,
  problems: [
    ...noChannelOrMessage,
    noPlan,
    kitProblems['attachment-too-large'],
    kitProblems['attachment-type-not-allowed'],
    kitProblems['upload-malformed'],
    attachmentProblems['storage-limit-reached'],
    triageProblems['log-not-readable'],
  ],
})
export const editMessage = endpoint({
  tag: 'Chat',
  guard: writeChat,
  name: 'editMessage',
  method: 'PATCH',
  url: `${channels}/{id}/message`,
  summary: 'Edit your own message',
  params: byId,
  query: byTimestamp,
  body: z.strictObject({ htmlBody }),
  reply: CustomerMessage,
  problems: [...noChannelOrMessage, noPlan, chatProblems['not-your-message']],
})
export const deleteMessage = endpoint({
  tag: 'Chat',
  guard: writeChat,
  name: 'deleteMessage',
  method: 'DELETE',
  url: `${channels}/{id}/message`,
  summary: 'Delete your own message; administrators delete any',
  params: byId,
  query: byTimestamp,
  problems: noChannelOrMessage,
})
export const readMessageFile = endpoint({
  tag: 'Chat',
  guard: readChat,
  name: 'readMessageFile',
  method: 'GET',
  url: `${channels}/{id}/message/attachment`,
  summary: 'Download a file of a message; supports Range and ETag',
  params: byId,
  optionalPermissions: [openOriginals],
  query: z.extend(byFile, shownAs),
  media: { produces: 'application/octet-stream' },
  problems: [
    ...noChannelOrMessage,
    chatProblems['chat-file-not-found'],
    kitProblems['range-not-satisfiable'],
    triageProblems['original-not-allowed'],
    triageProblems['log-not-readable'],
  ],
})
export const deleteMessageFile = endpoint({
  tag: 'Chat',
  guard: writeChat,
  name: 'deleteMessageFile',
  method: 'DELETE',
  url: `${channels}/{id}/message/attachment`,
  summary: 'Delete a file of your own message; administrators delete any',
  params: byId,
  query: byFile,
  problems: [...noChannelOrMessage, chatProblems['chat-file-not-found']],
})

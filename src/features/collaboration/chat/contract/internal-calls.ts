import * as z from 'zod/mini'
import { attachmentProblems } from '#features/support/attachments/contract.ts'
import { seeInternal } from '#features/support/case-access/contract.ts'
import { openOriginals, triageProblems } from '#features/support/log-triage/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { halList } from '#kit/contract/hal.ts'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import { byFile, byId, byTimestamp, channels, chatProblems, htmlBody, InternalMessage, shownAs } from './chat.ts'
import { messagesQuery } from './messages-query.ts'

const noChannelOrMessage = [chatProblems['channel-not-found'], chatProblems['message-not-found']] as const
const noPlan = chatProblems['chat-not-in-plan']

export const listInternalMessages = endpoint({
  tag: 'Chat',
  guard: seeInternal,
  name: 'listInternalMessages',
  method: 'GET',
  url: `${channels}/{id}/internal/messages`,
  summary:
    'List internal messages, oldest first: the newest, those before or after a time, of a thread, or with these words',
  params: byId,
  query: messagesQuery,
  reply: halList('messages', InternalMessage),
  problems: [chatProblems['channel-not-found']],
})
export const sendInternalMessage = endpoint({
  tag: 'Chat',
  guard: seeInternal,
  name: 'sendInternalMessage',
  method: 'POST',
  url: `${channels}/{id}/internal/message/form`,
  summary:
    'Send an internal message to vendor staff (multipart: `htmlBody`, parts `attachment`; `threadId`, `clientKey`)',
  status: 201,
  params: byId,
  media: { consumes: 'multipart/form-data' },
  limit: { count: 120, seconds: 60 },
  reply: InternalMessage,
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
export const editInternalMessage = endpoint({
  tag: 'Chat',
  guard: seeInternal,
  name: 'editInternalMessage',
  method: 'PATCH',
  url: `${channels}/{id}/internal/message`,
  summary: 'Edit your own internal message',
  params: byId,
  query: byTimestamp,
  body: z.strictObject({ htmlBody }),
  reply: InternalMessage,
  problems: [...noChannelOrMessage, noPlan, chatProblems['not-your-message']],
})
export const deleteInternalMessage = endpoint({
  tag: 'Chat',
  guard: seeInternal,
  name: 'deleteInternalMessage',
  method: 'DELETE',
  url: `${channels}/{id}/internal/message`,
  summary: 'Delete your own internal message; administrators delete any',
  params: byId,
  query: byTimestamp,
  problems: noChannelOrMessage,
})
export const readInternalMessageFile = endpoint({
  tag: 'Chat',
  guard: seeInternal,
  name: 'readInternalMessageFile',
  method: 'GET',
  url: `${channels}/{id}/internal/message/attachment`,
  summary: 'Download a file of an internal message; supports Range and ETag',
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
export const deleteInternalMessageFile = endpoint({
  tag: 'Chat',
  guard: seeInternal,
  name: 'deleteInternalMessageFile',
  method: 'DELETE',
  url: `${channels}/{id}/internal/message/attachment`,
  summary: 'Delete a file of your own internal message; administrators delete any',
  params: byId,
  query: byFile,
  problems: [...noChannelOrMessage, chatProblems['chat-file-not-found']],
})

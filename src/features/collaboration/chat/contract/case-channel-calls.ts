import * as z from 'zod/mini'
import { caseProblems, createCases, seeInternal } from '#features/support/case-access/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { byId, Channel, channels, chatProblems, readChat, timestamp, usernames, writeChat } from './chat.ts'

const url = '/api/plugins/jira/issues/chat'
const byKey = z.strictObject({ issueKey: z.string().check(z.maxLength(64)) })

export const readCaseChat = endpoint({
  tag: 'Chat',
  guard: readChat,
  optionalPermissions: [seeInternal],
  name: 'readCaseChat',
  method: 'GET',
  url,
  summary: 'Read the chat channel of a case',
  query: byKey,
  reply: Channel,
  problems: [caseProblems['case-not-found'], chatProblems['channel-not-found']],
})
export const openCaseChat = endpoint({
  tag: 'Chat',
  guard: writeChat,
  optionalPermissions: [seeInternal],
  name: 'openCaseChat',
  method: 'POST',
  url,
  summary: 'Open the chat channel of a case with these users, at least one',
  status: 201,
  query: byKey,
  body: z.strictObject({ usernames }),
  reply: Channel,
  problems: [caseProblems['case-not-found'], chatProblems['chat-case-internal'], chatProblems['chat-not-in-plan']],
})
export const fileMessages = endpoint({
  tag: 'Chat',
  guard: createCases,
  name: 'fileMessages',
  method: 'POST',
  url: `${channels}/{id}/message/case`,
  summary: 'File a case from messages and their files; both then name each other',
  status: 201,
  params: byId,
  body: z.strictObject({
    timestamps: z.array(timestamp).check(z.minLength(1), z.maxLength(50)),
    /** Without it, the beginning of the first message. */
    subject: z.optional(z.string().check(z.minLength(1), z.maxLength(250), z.regex(/^(?=[^\r\n]*\S)[^\r\n]+$/))),
    priority: z._default(z.optional(z.enum(['LOW', 'MEDIUM', 'HIGH'])), 'MEDIUM'),
  }),
  reply: z.object({ caseKey: z.string(), subject: z.string(), files: z.int() }),
  problems: [
    chatProblems['channel-not-found'],
    chatProblems['message-not-found'],
    chatProblems['chat-not-in-plan'],
    caseProblems['deployment-missing'],
  ],
})

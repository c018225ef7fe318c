import * as z from 'zod/mini'
import { accountProblems } from '#features/accounts/accounts/contract.ts'
import { seeInternal } from '#features/support/case-access/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { halList, listQuery } from '#kit/contract/hal.ts'
import {
  byId,
  Channel,
  ChatUser,
  channels,
  chatProblems,
  Presence,
  readChat,
  timestamp,
  usernames,
  writeChat,
} from './chat.ts'

const accountId = z.string().check(z.regex(/^\d{1,15}$/))
const read = { tag: 'Chat', guard: readChat, optionalPermissions: [seeInternal] } as const
const noAccount = accountProblems['account-not-found']
const noChannel = chatProblems['channel-not-found']

export const searchChannels = endpoint({
  ...read,
  name: 'searchChannels',
  method: 'GET',
  url: `${channels}/search`,
  summary: 'List the chat channels that you can read, the one with the newest message first',
  query: listQuery(
    ['lastMessage'],
    {
      accountId: z.optional(accountId),
      /** One channel, by its id. */
      id: z.optional(accountId),
      /** Only channels of accounts, none of cases. */
      main: z.optional(z.boolean()),
      q: z.optional(z.string().check(z.maxLength(100))),
    },
    { maximum: 200, usual: 200 },
  ),
  reply: halList('channels', Channel),
  problems: [noAccount],
})
export const countChannels = endpoint({
  tag: 'Chat',
  guard: readChat,
  name: 'countChannels',
  method: 'GET',
  url: `${channels}/count`,
  summary: 'Count the chat channels that you can read, and those with unread messages',
  query: z.strictObject({ accountId: z.optional(accountId) }),
  reply: z.object({ count: z.int(), unread: z.int() }),
  problems: [noAccount],
})
export const openChannel = endpoint({
  tag: 'Chat',
  guard: writeChat,
  optionalPermissions: [seeInternal],
  name: 'openChannel',
  method: 'POST',
  url: channels,
  summary: 'Open the chat channel of an account, and follow it',
  status: 201,
  query: z.strictObject({ accountId }),
  reply: Channel,
  problems: [noAccount, chatProblems['chat-not-in-plan']],
})
export const listPresence = endpoint({
  tag: 'Chat',
  guard: readChat,
  name: 'listPresence',
  method: 'GET',
  url: `${channels}/{id}/presence`,
  summary: 'List the users who have the channel open',
  params: byId,
  reply: halList('presence', Presence),
  problems: [noChannel],
})
export const addMembers = endpoint({
  tag: 'Chat',
  guard: writeChat,
  name: 'addMembers',
  method: 'POST',
  url: `${channels}/{id}/members`,
  summary: 'Add users to a channel, at least one',
  params: byId,
  body: z.strictObject({ usernames }),
  reply: halList('members', ChatUser),
  problems: [noChannel, chatProblems['chat-not-in-plan']],
})
export const markChannelRead = endpoint({
  tag: 'Chat',
  guard: readChat,
  name: 'markChannelRead',
  method: 'POST',
  url: `${channels}/{id}/read`,
  summary: 'Mark the messages up to a time as read',
  params: byId,
  body: z.strictObject({ timestamp }),
  problems: [noChannel],
})
export const markInternalRead = endpoint({
  tag: 'Chat',
  guard: seeInternal,
  name: 'markInternalRead',
  method: 'POST',
  url: `${channels}/{id}/internal/read`,
  summary: 'Mark the internal messages up to a time as read',
  params: byId,
  body: z.strictObject({ timestamp }),
  problems: [noChannel],
})

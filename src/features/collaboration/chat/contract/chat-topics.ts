import * as z from 'zod/mini'
import { seeInternal } from '#features/support/case-access/contract.ts'
import { topic } from '#kit/contract/topic.ts'
import { timestamp } from './chat-fields.ts'
import { readChat } from './chat-permissions.ts'

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

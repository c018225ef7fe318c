import { call } from '#kit/web/data/call.ts'
import {
  type CustomerMessage,
  deleteInternalMessage,
  deleteMessage,
  editInternalMessage,
  editMessage,
  type InternalMessage,
  listInternalMessages,
  listMessages,
  markChannelRead,
  markInternalRead,
} from '../contract.ts'

/** The two sides of a channel: what the customer reads too, and what only vendor staff read. */
export type FaceKind = 'customer' | 'internal'
export type AnyMessage = CustomerMessage | InternalMessage

type MessageQuery = { size?: number; before?: string; after?: string; threadId?: string; q?: string }

/** The calls of one side of a channel. */
export function faceCalls(kind: FaceKind, id: string) {
  const params = { id }
  const internal = kind === 'internal'
  const base = `/api/plugins/slack/channels/${id}${internal ? '/internal' : ''}/message`
  return {
    list: async (query: MessageQuery): Promise<readonly AnyMessage[]> =>
      internal
        ? (await call(listInternalMessages, { params, query }))._embedded.messages
        : (await call(listMessages, { params, query }))._embedded.messages,
    edit: ({ timestamp, version }: AnyMessage, htmlBody: string): Promise<AnyMessage> => {
      const input = { params, query: { timestamp }, body: { htmlBody } }
      return internal ? call(editInternalMessage, input, { version }) : call(editMessage, input, { version })
    },
    remove: ({ timestamp }: AnyMessage): Promise<unknown> => {
      const input = { params, query: { timestamp } }
      return internal ? call(deleteInternalMessage, input) : call(deleteMessage, input)
    },
    markRead: (timestamp: string): Promise<unknown> => {
      const input = { params, body: { timestamp } }
      return internal ? call(markInternalRead, input) : call(markChannelRead, input)
    },
    sendAddress: `${base}/form`,
    fileAddress: (timestamp: string, attachmentId: string, { original = false } = {}) =>
      `${base}/attachment?timestamp=${timestamp}&attachmentId=${attachmentId}${original ? '&original=true' : ''}`,
  }
}

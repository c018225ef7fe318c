import { seeInternal } from '#features/support/case-access/contract.ts'
import type { EventType } from '#kit/contract/event.ts'
import type { Permission } from '#kit/contract/permission.ts'
import {
  type CustomerMessage,
  fileOriginalOpened,
  type InternalMessage,
  internalFileOriginalOpened,
  internalMessageDeleted,
  internalMessageEdited,
  internalMessageSent,
  messageDeleted,
  messageEdited,
  messageSent,
  readChat,
  writeChat,
} from '../contract.ts'

/** One side of a channel: its tables, permissions and events. `Message` is what it shows. */
export type Face<Message extends CustomerMessage | InternalMessage> = {
  readonly kind: Message['kind']
  readonly messages: 'chat_messages' | 'chat_internal_messages'
  readonly files: 'chat_files' | 'chat_internal_files'
  /** The columns of a channel with its newest message and the number of all, and the column of a member who has read them up to a time. */
  readonly newest: 'message_ts' | 'internal_ts'
  readonly counter: 'message_count' | 'internal_count'
  readonly readUpTo: 'read_ts' | 'internal_read_ts'
  readonly reads: Permission
  readonly writes: Permission
  readonly sent: EventType
  readonly edited: EventType
  readonly deleted: EventType
  readonly originalOpened: EventType
  /** Never set: it ties the tables to their type of message. */
  readonly message?: Message
}

/** What the customer and the vendor read. */
export const customerFace: Face<CustomerMessage> = {
  kind: 'customer',
  messages: 'chat_messages',
  files: 'chat_files',
  newest: 'message_ts',
  counter: 'message_count',
  readUpTo: 'read_ts',
  reads: readChat,
  writes: writeChat,
  sent: messageSent,
  edited: messageEdited,
  deleted: messageDeleted,
  originalOpened: fileOriginalOpened,
}

/** What only vendor staff read. */
export const internalFace: Face<InternalMessage> = {
  kind: 'internal',
  messages: 'chat_internal_messages',
  files: 'chat_internal_files',
  newest: 'internal_ts',
  counter: 'internal_count',
  readUpTo: 'internal_read_ts',
  reads: seeInternal,
  writes: seeInternal,
  sent: internalMessageSent,
  edited: internalMessageEdited,
  deleted: internalMessageDeleted,
  originalOpened: internalFileOriginalOpened,
}

/** Either face, where their messages do not matter. */
export type AnyFace = Omit<Face<CustomerMessage | InternalMessage>, 'message'>

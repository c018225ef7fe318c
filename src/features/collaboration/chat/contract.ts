export { fileMessages, openCaseChat, readCaseChat } from './contract/case-channel-calls.ts'
export {
  addMembers,
  countChannels,
  listPresence,
  markChannelRead,
  markInternalRead,
  openChannel,
  searchChannels,
} from './contract/channel-calls.ts'
export {
  channelOpened,
  fileOriginalOpened,
  internalFileOriginalOpened,
  internalMessageDeleted,
  internalMessageEdited,
  internalMessageSent,
  membersAdded,
  messageDeleted,
  messageEdited,
  messageFiled,
  messageSent,
} from './contract/chat-events.ts'
export { clientKey, htmlBody, MESSAGE_LENGTH, MOST_MESSAGE_FILES, timestamp } from './contract/chat-fields.ts'
export { deleteMessages, readChat, writeChat } from './contract/chat-permissions.ts'
export { chatProblems } from './contract/chat-problems.ts'
export type {
  Channel,
  ChatUser,
  CustomerMessage,
  InternalMessage,
  Presence,
} from './contract/chat-shapes.ts'
export { type ChatFact, chatChanged, chatRead, internalChatChanged } from './contract/chat-topics.ts'
export {
  deleteMessage,
  deleteMessageFile,
  editMessage,
  listMessages,
  readMessageFile,
  sendMessage,
} from './contract/customer-calls.ts'
export {
  deleteInternalMessage,
  deleteInternalMessageFile,
  editInternalMessage,
  listInternalMessages,
  readInternalMessageFile,
  sendInternalMessage,
} from './contract/internal-calls.ts'

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
  type Channel,
  type ChatFact,
  type ChatUser,
  type CustomerMessage,
  chatChanged,
  chatProblems,
  chatRead,
  clientKey,
  deleteMessages,
  htmlBody,
  type InternalMessage,
  internalChatChanged,
  MESSAGE_LENGTH,
  MOST_MESSAGE_FILES,
  type Presence,
  readChat,
  timestamp,
  writeChat,
} from './contract/chat.ts'
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

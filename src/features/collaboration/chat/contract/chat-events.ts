import { defineEvent, factsForAccounts } from '#kit/contract/event.ts'

export const channelOpened = defineEvent('chat.opened', 'account')
export const membersAdded = defineEvent('chat.members-added', 'account')
export const messageSent = defineEvent('chat.message-sent', 'account')
export const messageEdited = defineEvent('chat.message-edited', 'account')
export const messageDeleted = defineEvent('chat.message-deleted', 'account')
export const messageFiled = defineEvent('chat.message-filed', 'account')
/** The original of a file with hidden secrets was opened. */
export const fileOriginalOpened = defineEvent('chat.file-original-opened', 'account')
/** The same on the internal side, which no customer ever reads. */
export const internalMessageSent = defineEvent('chat.internal-message-sent', 'vendor')
export const internalMessageEdited = defineEvent('chat.internal-message-edited', 'vendor')
export const internalMessageDeleted = defineEvent('chat.internal-message-deleted', 'vendor')
export const internalFileOriginalOpened = defineEvent('chat.internal-file-original-opened', 'vendor')

factsForAccounts('chat', ['timestamp', 'threadId', 'attachmentId', 'members', 'case', 'messages'])

import type { FileStore } from '#kit/server/files/file-store.ts'
import { halPage, halSinglePage } from '#kit/server/list/hal-list.ts'
import type { AppContext } from '#kit/server/portal.ts'
import type { RequestContext } from '#kit/server/serve/request-context.ts'
import { registerCommand, registerStream, serve } from '#kit/server/serve/serve.ts'
import {
  addMembers,
  countChannels,
  deleteInternalMessage,
  deleteInternalMessageFile,
  deleteMessage,
  deleteMessageFile,
  editInternalMessage,
  editMessage,
  fileMessages,
  listInternalMessages,
  listMessages,
  listPresence,
  markChannelRead,
  markInternalRead,
  openCaseChat,
  openChannel,
  readCaseChat,
  readInternalMessageFile,
  readMessageFile,
  searchChannels,
  sendInternalMessage,
  sendMessage,
} from '../contract.ts'
import { findCaseChannel, openCaseChannel, openChannelOf } from './case-channel.ts'
import { changeMessage, removeFile, removeMessage } from './change-message.ts'
import { countChannelsOf, findChannels } from './channels.ts'
import { customerFace, internalFace } from './face.ts'
import { fileMessagesOf } from './file-messages.ts'
import { findMessages } from './list-messages.ts'
import { addMembersOf } from './members.ts'
import { downloadFile } from './message-files.ts'
import { findPresence } from './presence.ts'
import { markRead } from './read-marks.ts'
import { receiveMessage } from './send-message.ts'
import { readableChannel } from './stored-channel.ts'

/** Channels of accounts and cases, and who reads them. */
export function serveChannels(portal: AppContext): void {
  const { db } = portal
  serve(portal, searchChannels, async (call) =>
    halPage(call, 'channels', await findChannels(db, call.session, call.query)),
  )
  serve(portal, countChannels, (call) => countChannelsOf(db, call.session, call.query))
  registerCommand(portal, openChannel, openChannelOf)
  serve(portal, listPresence, async (call) => {
    const channel = await readableChannel(db, call.session, call.params.id)
    return halSinglePage(call, 'presence', await findPresence(db, channel))
  })
  registerCommand(portal, addMembers, async (call) => halSinglePage(call, 'members', await addMembersOf(call)))
  registerCommand(portal, markChannelRead, (call) => markRead(portal, call, customerFace))
  registerCommand(portal, markInternalRead, (call) => markRead(portal, call, internalFace))
  serve(portal, readCaseChat, (call) => findCaseChannel(db, call))
  registerCommand(portal, openCaseChat, openCaseChannel)
  registerCommand(portal, fileMessages, (call) => fileMessagesOf(portal, call))
}

/** The messages of both faces; `portal.http` accepts multipart bodies. */
export function serveMessages(portal: AppContext, store: FileStore): void {
  const { db } = portal
  serve(portal, listMessages, async (call) => {
    const { id } = await readableChannel(db, call.session, call.params.id)
    return halPage(firstPage(call), 'messages', await findMessages(db, customerFace, id, call.query))
  })
  registerStream(portal, sendMessage, (call) =>
    receiveMessage(portal, store, { endpoint: sendMessage, face: customerFace, call }),
  )
  registerCommand(portal, editMessage, (call) => changeMessage(call, customerFace))
  registerCommand(portal, deleteMessage, (call) => removeMessage(call, customerFace))
  registerStream(portal, readMessageFile, (call) => downloadFile(portal, store, call, customerFace))
  registerCommand(portal, deleteMessageFile, (call) => removeFile(call, customerFace))

  serve(portal, listInternalMessages, async (call) => {
    const { id } = await readableChannel(db, call.session, call.params.id, internalFace.reads)
    return halPage(firstPage(call), 'messages', await findMessages(db, internalFace, id, call.query))
  })
  registerStream(portal, sendInternalMessage, (call) =>
    receiveMessage(portal, store, { endpoint: sendInternalMessage, face: internalFace, call }),
  )
  registerCommand(portal, editInternalMessage, (call) => changeMessage(call, internalFace))
  registerCommand(portal, deleteInternalMessage, (call) => removeMessage(call, internalFace))
  registerStream(portal, readInternalMessageFile, (call) => downloadFile(portal, store, call, internalFace))
  registerCommand(portal, deleteInternalMessageFile, (call) => removeFile(call, internalFace))
}

/** Messages have cursors instead of pages. */
function firstPage({ request, query }: RequestContext<typeof listMessages | typeof listInternalMessages>) {
  return { request, query: { page: 0, size: query.size } }
}

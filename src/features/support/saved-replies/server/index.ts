import { halSinglePage } from '#kit/server/list/hal-list.ts'
import type { Feature } from '#kit/server/portal.ts'
import { registerCommand, serve } from '#kit/server/serve/serve.ts'
import { createSavedReply, deleteSavedReply, editSavedReply, listSavedReplies } from '../contract.ts'
import { changeReply, removeReply, saveReply } from './change-reply.ts'
import { findReplies } from './saved-reply-store.ts'

/** Texts with variables that the vendor's staff insert into their replies. */
export const savedRepliesFeature: Feature = {
  name: 'saved-replies',
  serve(portal) {
    serve(portal, listSavedReplies, async (call) => halSinglePage(call, 'savedReplies', await findReplies(portal.db)))
    registerCommand(portal, createSavedReply, saveReply)
    registerCommand(portal, editSavedReply, changeReply)
    registerCommand(portal, deleteSavedReply, removeReply)
  },
}

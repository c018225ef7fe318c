export { fillReply, replyFault } from './contract/fill-reply.ts'
export {
  createSavedReply,
  deleteSavedReply,
  editSavedReply,
  listSavedReplies,
  type SavedReply,
  savedReplyCreated,
  savedReplyDeleted,
  savedReplyEdited,
  savedReplyProblems,
} from './contract/saved-reply-calls.ts'
export { LONGEST_NAME, LONGEST_REPLY, type ReplyVariable, replyVariables } from './contract/saved-reply-fields.ts'
export { manageSavedReplies } from './contract/saved-reply-permissions.ts'

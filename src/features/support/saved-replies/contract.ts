export { fillReply, replyFault } from './contract/fill-reply.ts'
export {
  LONGEST_NAME,
  LONGEST_REPLY,
  manageSavedReplies,
  type ReplyVariable,
  replyVariables,
} from './contract/saved-reply.ts'
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

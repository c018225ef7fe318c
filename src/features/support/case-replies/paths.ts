import { pagePath } from '#kit/contract/page-path.ts'

/** Replies to cases that came by mail. */
export const mailRepliesPath = pagePath('/admin/mail-replies')

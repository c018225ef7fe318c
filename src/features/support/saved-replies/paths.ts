import { pagePath } from '#kit/contract/page-path.ts'

/** The saved replies. */
export const savedRepliesPath = pagePath('/support/saved-replies')

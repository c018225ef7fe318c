import { pagePath } from '#kit/contract/page-path.ts'

/** The chat of an account. */
export const chatPath = pagePath('/$account/$accountId/chat', ['channel', 'message'])

import { pagePath } from '#kit/contract/page-path.ts'

/** Why a request was denied. */
export const decisionPath = pagePath('/decisions/$decision')

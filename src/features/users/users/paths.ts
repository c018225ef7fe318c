import { pagePath } from '#kit/contract/page-path.ts'

/** The profile of the signed-in user. */
export const profilePath = pagePath('/me')

/** What the signed-in user did and what was done to them. */
export const logbookPath = pagePath('/me/logbook')

/** The one page of a user without a role. */
export const welcomePath = pagePath('/welcome')

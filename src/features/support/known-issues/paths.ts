import { pagePath } from '#kit/contract/page-path.ts'

/** The known issues. */
export const knownIssuesPath = pagePath('/support/known-issues')

/** A known issue. */
export const knownIssuePath = pagePath('/support/known-issues/$issueKey')

import { pagePath } from '#kit/contract/page-path.ts'

/** The issues of R&D. */
export const rndIssuesPath = pagePath('/support/rnd')

/** An issue of R&D. */
export const rndIssuePath = pagePath('/support/rnd/$rndKey')

import { pagePath } from '#kit/contract/page-path.ts'

/** The software of all accounts. */
export const softwareOverviewPath = pagePath('/software/overview')

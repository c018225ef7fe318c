import { pagePath } from '#kit/contract/page-path.ts'

/** The distribution groups. */
export const distributionGroupsPath = pagePath('/software/groups')

import { pagePath } from '#kit/contract/page-path.ts'

/** The state of the system. */
export const systemPath = pagePath('/admin/system')

import { pagePath } from '#kit/contract/page-path.ts'

/** The settings of the installation. */
export const settingsPath = pagePath('/admin/settings')

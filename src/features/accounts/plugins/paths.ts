import { pagePath } from '#kit/contract/page-path.ts'

/** The plugins of an account. */
export const pluginsPath = pagePath('/$account/$accountId/plugins')

/** A plugin. */
export const pluginPath = pagePath('/$account/$accountId/plugins/$plugin')

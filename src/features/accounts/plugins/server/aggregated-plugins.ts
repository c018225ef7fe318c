import type { Setting } from '#kit/server/settings/setting.ts'
import { pluginNames } from '../contract.ts'

/** The plugins that a federated parent shows with the figures of its visible children. */
export const aggregatedPlugins: Setting<readonly string[]> = {
  key: 'plugins.aggregated',
  type: { kind: 'LIST', most: pluginNames.length },
  default: ['jira', 'analytics'],
  accepts: (text) => pluginNames.some((name) => name === text),
}

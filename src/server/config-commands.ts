import { linksSection } from '#features/home/common-configs/server/index.ts'
import { configCommands, settingsSection } from '#features/platform/settings/server/index.ts'
import type { Feature, PortalConfig } from '#kit/server/portal.ts'
import { settingRules } from '#kit/server/settings/setting-values.ts'

/** `headend config`: everything of the portal that a configuration file holds. */
export function portalConfigCommands(config: PortalConfig, features: readonly Feature[]) {
  const settings = features.flatMap((feature) => feature.settings ?? [])
  return configCommands([settingsSection(settingRules(config, settings)), linksSection])
}

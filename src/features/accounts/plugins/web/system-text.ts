import type { PluginDetails } from '../contract.ts'
import type { useText } from '../texts.ts'

/** The name of the system behind a plugin. */
export function systemText(t: ReturnType<typeof useText>, { system, connection }: PluginDetails): string {
  if (system === null) return t('notInstalled')
  return connection?.systemName ?? t('embedded')
}

import { formatAge } from '#kit/web/time/time.ts'
import type { PluginDetails } from '../contract.ts'
import { useText } from '../texts.ts'

/** How a plugin does, in a few words. */
export function PluginStatus({ plugin: { state, connection } }: { plugin: PluginDetails }) {
  const t = useText()
  if (!connection) return t(state === 'NOT_INSTALLED' ? 'status.absent' : 'status.embedded')
  const { failing, lastSuccess } = connection
  if (state === 'STOPPED') return t('status.stopped')
  if (failing) return t('status.failing')
  return lastSuccess ? t('status.works', { at: formatAge(lastSuccess) }) : t('status.untested')
}

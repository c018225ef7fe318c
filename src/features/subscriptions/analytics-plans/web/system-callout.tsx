import { useQueryOf } from '#kit/web/data/query.ts'
import { IconAlertTriangle } from '#kit/web/icons/icons.generated.ts'
import { Callout } from '#kit/web/look/strip.tsx'
import { readAnalyticsSystem } from '../contract.ts'
import { useText } from '../texts.ts'

/** What waits for the connected analytics system, what it rejected, and why; nothing while all is done. */
export function SystemCallout() {
  const t = useText()
  const { data } = useQueryOf(readAnalyticsSystem, {})
  if (!data || data.waiting + data.failed === 0) return null
  const { waiting, failed, failure } = data
  const counts = [
    failed > 0 && t('pushesFailed', { count: failed }),
    waiting > 0 && t('pushesWait', { count: waiting }),
  ]
  return (
    <Callout
      colour={failed > 0 ? 'red' : failure ? 'orange' : 'blue'}
      icon={<IconAlertTriangle size={18} aria-hidden />}
      title={counts.filter(Boolean).join(' · ')}
    >
      {failure}
    </Callout>
  )
}

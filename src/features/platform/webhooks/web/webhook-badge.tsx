import { Badge } from '#kit/web/look/badge.tsx'
import type { Webhook } from '../contract.ts'
import { useText } from '../texts.ts'

/** Whether a webhook is active, failing or paused. */
export function WebhookBadge({ webhook: { state, lastError } }: { webhook: Webhook }) {
  const t = useText()
  if (state === 'PAUSED') return <Badge colour="grey">{t('state-PAUSED')}</Badge>
  return lastError === null ? (
    <Badge colour="green">{t('state-ACTIVE')}</Badge>
  ) : (
    <Badge colour="orange">{t('failing')}</Badge>
  )
}

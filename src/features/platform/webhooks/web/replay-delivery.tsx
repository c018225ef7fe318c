import { useMutationOf } from '#kit/web/data/query.ts'
import { IconRefresh } from '#kit/web/icons/icons.generated.ts'
import { Button } from '#kit/web/look/button.tsx'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import {
  listWebhookDeliveries,
  readWebhook,
  replayWebhookDelivery,
  type Webhook,
  type WebhookDelivery,
} from '../contract.ts'
import { useText } from '../texts.ts'
import { eventLabel } from './event-label.ts'

/** Sends a settled delivery again, with the same message id; nothing while its webhook is paused. */
export function ReplayDelivery(props: { webhook: Webhook; delivery: WebhookDelivery; words?: boolean }) {
  const t = useText()
  const { webhook, delivery, words } = props
  const replay = useMutationOf(replayWebhookDelivery, {
    refreshes: [listWebhookDeliveries, readWebhook],
    onSuccess: () => toast({ title: t('replayed') }),
  })
  if (delivery.state === 'WAITING' || webhook.state !== 'ACTIVE') return null
  const send = () => replay.mutate({ params: { id: webhook.id, deliveryId: delivery.id } })
  const icon = <IconRefresh size={15} aria-hidden />
  if (words)
    return (
      <Button variant="default" size="compact-sm" leftSection={icon} loading={replay.isPending} onClick={send}>
        {t('sendAgain')}
      </Button>
    )
  const label = t('replay', { event: eventLabel(t, delivery.event), subject: delivery.subject })
  return (
    <IconButton size={28} aria-label={label} title={label} onClick={send}>
      {icon}
    </IconButton>
  )
}

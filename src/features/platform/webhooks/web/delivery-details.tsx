import { useEffect, useRef } from 'react'
import { IconX } from '#kit/web/icons/icons.generated.ts'
import { Badge } from '#kit/web/look/badge.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { DescriptionList } from '#kit/web/look/facts.tsx'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import { CopyButton } from '#kit/web/states/copy-button.tsx'
import { formatCount } from '#kit/web/text/format-count.ts'
import { formatDateTime } from '#kit/web/time/time.ts'
import type { Webhook, WebhookDelivery } from '../contract.ts'
import { useText } from '../texts.ts'
import { colours } from './delivery-colours.ts'
import { eventLabel } from './event-label.ts'
import { ReplayDelivery } from './replay-delivery.tsx'
import classes from './webhook-page.module.css'

/** One delivery: its message, when it was sent, and what the endpoint responded. */
export function DeliveryDetails(props: { webhook: Webhook; delivery: WebhookDelivery; onClose: () => void }) {
  const t = useText()
  const { webhook, delivery, onClose } = props
  const { id, messageId, event, subject, state, attempts, status, error, durationMs, created, settled, body } = delivery
  const top = useRef<HTMLDivElement>(null)
  // Below a long list it would open out of sight.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another delivery is shown in the same place
  useEffect(() => top.current?.scrollIntoView({ block: 'nearest' }), [id])
  return (
    <div ref={top} className={classes.details}>
      <Card
        title={eventLabel(t, event)}
        note={<span translate="no">{subject}</span>}
        right={
          <>
            <Badge colour={colours[state]}>{t(`delivery-${state}`)}</Badge>
            <ReplayDelivery words webhook={webhook} delivery={delivery} />
            <IconButton size={28} aria-label={t('close')} onClick={onClose}>
              <IconX size={15} aria-hidden />
            </IconButton>
          </>
        }
      >
        <div className={classes.parts}>
          <DescriptionList
            lines={[
              [
                t('messageId'),
                <code key="id" className={classes.url} translate="no">
                  {messageId}
                </code>,
              ],
              [t('queuedAt'), formatDateTime(created)],
              [t('settledAt'), settled && formatDateTime(settled)],
              [t('attempts'), attempts > 0 && t('attemptCount', { count: attempts })],
              [t('response'), responseOf()],
              [t('error'), error],
            ]}
          />
          <div>
            <div className={classes.choose}>
              <strong>{t('body')}</strong>
              <CopyButton value={body} label={t('copyBody')} />
            </div>
            <pre className={classes.code} translate="no">
              {readable(body)}
            </pre>
          </div>
        </div>
      </Card>
    </div>
  )

  function responseOf(): string | null {
    if (status === null) return null
    return durationMs === null ? String(status) : `${status} · ${formatCount(durationMs)} ms`
  }
}

/** The JSON that was sent, on several lines. */
function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}

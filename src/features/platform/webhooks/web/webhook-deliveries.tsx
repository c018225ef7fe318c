import { useEffect } from 'react'
import { refresh, useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { IconRefresh } from '#kit/web/icons/icons.generated.ts'
import { Badge } from '#kit/web/look/badge.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { ErrorState } from '#kit/web/states/failed.tsx'
import { LoadingRows } from '#kit/web/states/loading.tsx'
import { type PlainColumn, PlainTable } from '#kit/web/table/plain-table.tsx'
import { Age } from '#kit/web/time/age.tsx'
import {
  listWebhookDeliveries,
  readWebhook,
  replayWebhookDelivery,
  type Webhook,
  type WebhookDelivery,
} from '../contract.ts'
import { eventLabel } from './event-label.ts'
import { useText } from './text.ts'
import classes from './webhook-page.module.css'

const colours = { WAITING: 'grey', DELIVERED: 'green', FAILED: 'red' } as const
const LOOK_AGAIN_MS = 2_000

/** The newest deliveries of a webhook; each can be resent. */
export function WebhookDeliveries({ webhook }: { webhook: Webhook }) {
  const t = useText()
  const params = { id: webhook.id }
  const { data, error, refetch } = useQueryOf(listWebhookDeliveries, { params, query: { size: 100 } }, { keep: true })
  const deliveries = data?._embedded.deliveries
  const waiting = deliveries?.some(({ state }) => state === 'WAITING') ?? false
  // The outcome of a delivery is known seconds later, and no live topic reports it.
  useEffect(() => {
    if (!waiting) return
    const timer = setInterval(() => void refresh(listWebhookDeliveries, readWebhook), LOOK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [waiting])
  const replay = useMutationOf(replayWebhookDelivery, {
    refreshes: [listWebhookDeliveries],
    onSuccess: () => toast({ title: t('replayed') }),
  })
  const columns: readonly PlainColumn<WebhookDelivery>[] = [
    { id: 'event', label: t('event'), width: 11, cell: ({ event }) => eventLabel(t, event) },
    { id: 'subject', label: t('subject'), wide: true, cell: ({ subject }) => <code>{subject}</code> },
    {
      id: 'state',
      label: t('state'),
      width: 7,
      cell: ({ state }) => <Badge colour={colours[state]}>{t(`delivery-${state}`)}</Badge>,
    },
    {
      id: 'result',
      label: t('result'),
      wide: true,
      width: 15,
      cell: ({ status, error, durationMs }) => error ?? (status ? `${status} · ${durationMs} ms` : '–'),
    },
    {
      id: 'attempts',
      label: t('attempts'),
      wide: true,
      width: 5.5,
      align: 'right',
      cell: ({ attempts }) => attempts || '–',
    },
    { id: 'time', label: t('time'), width: 5, align: 'right', cell: ({ created }) => <Age at={created} /> },
    {
      id: 'replay',
      label: t('deliveries'),
      quiet: true,
      width: 4,
      align: 'right',
      cell: ({ id, event, subject, state }) => {
        const label = t('replay', { event: eventLabel(t, event), subject })
        return (
          state !== 'WAITING' &&
          webhook.state === 'ACTIVE' && (
            <IconButton
              size={28}
              aria-label={label}
              title={label}
              onClick={() => replay.mutate({ params: { id: webhook.id, deliveryId: id } })}
            >
              <IconRefresh size={15} aria-hidden />
            </IconButton>
          )
        )
      },
    },
  ]
  return (
    <Card flush title={t('deliveries')} note={t('deliveriesNote')}>
      {error && !deliveries && <ErrorState error={error} retry={() => void refetch()} />}
      {!deliveries && !error && <LoadingRows rows={4} />}
      {deliveries?.length === 0 && <p className={classes.empty}>{t('noDeliveries')}</p>}
      {deliveries && deliveries.length > 0 && (
        <PlainTable label={t('deliveries')} columns={columns} rows={deliveries} id={({ id }) => id} />
      )}
    </Card>
  )
}

import { AttemptBars } from '#kit/web/look/attempts.tsx'
import { Badge } from '#kit/web/look/badge.tsx'
import type { PlainColumn } from '#kit/web/table/plain-table.tsx'
import { formatCount } from '#kit/web/text/format-count.ts'
import { Age } from '#kit/web/time/age.tsx'
import { formatDateTime } from '#kit/web/time/time.ts'
import type { Webhook, WebhookDelivery } from '../contract.ts'
import type { useText } from '../texts.ts'
import { colours } from './delivery-colours.ts'
import { eventLabel } from './event-label.ts'
import { ReplayDelivery } from './replay-delivery.tsx'
import classes from './webhook-page.module.css'

/** The columns of the deliveries of a webhook; the event of a row chooses it. */
export function deliveryColumns(
  t: ReturnType<typeof useText>,
  of: {
    webhook: Webhook
    deliveries: readonly WebhookDelivery[]
    chosen: string | undefined
    choose: (id: string | undefined) => void
  },
): readonly PlainColumn<WebhookDelivery>[] {
  return [
    {
      id: 'event',
      label: t('event'),
      cell: ({ id, event }) => (
        <button
          type="button"
          className={classes.choice}
          aria-expanded={id === of.chosen}
          onClick={() => of.choose(id === of.chosen ? undefined : id)}
        >
          {eventLabel(t, event)}
        </button>
      ),
    },
    {
      id: 'subject',
      label: t('subject'),
      wide: true,
      cell: ({ subject }) => <code translate="no">{subject}</code>,
    },
    {
      id: 'state',
      label: t('state'),
      width: 7,
      cell: ({ state }) => <Badge colour={colours[state]}>{t(`delivery-${state}`)}</Badge>,
    },
    {
      id: 'attempts',
      label: t('attempts'),
      wide: true,
      width: 6,
      cell: ({ attempts: count, state }) =>
        count === 0 ? (
          '–'
        ) : (
          <AttemptBars count={count} succeeded={state === 'DELIVERED'} label={t('attemptCount', { count })} />
        ),
    },
    {
      id: 'result',
      label: t('result'),
      wide: true,
      width: 12,
      cell: ({ status, error }) => (error ? <span className={classes.error}>{error}</span> : (status ?? '–')),
    },
    {
      id: 'duration',
      label: t('duration'),
      wide: true,
      width: 5.5,
      align: 'right',
      cell: ({ durationMs }) => (durationMs === null ? '–' : `${formatCount(durationMs)} ms`),
    },
    { id: 'next', label: t('nextTry'), wide: true, width: 11, align: 'right', cell: (row) => nextOf(row) },
    { id: 'time', label: t('time'), width: 5, align: 'right', cell: ({ created }) => <Age at={created} /> },
    {
      id: 'replay',
      label: t('replayColumn'),
      quiet: true,
      wide: true,
      width: 4,
      align: 'right',
      cell: (delivery) => <ReplayDelivery webhook={of.webhook} delivery={delivery} />,
    },
  ]

  /** Messages about one subject go in order: those behind another one wait for it. */
  function nextOf({ id, subject, state, nextTry }: WebhookDelivery): string {
    if (state !== 'WAITING') return '–'
    const before = of.deliveries.findLast(
      (other) => other.subject === subject && other.state === 'WAITING' && Number(other.id) < Number(id),
    )
    if (before) return t('behind', { event: eventLabel(t, before.event) })
    return nextTry ? formatDateTime(nextTry) : t('soon')
  }
}

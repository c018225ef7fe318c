import { useParams } from '@tanstack/react-router'
import { Suspense, useEffect, useRef, useState } from 'react'
import { refresh, useQueryOf } from '#kit/web/data/query.ts'
import { IconWebhookOff, IconX } from '#kit/web/icons/icons.generated.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { Badge } from '#kit/web/look/badge.tsx'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { DescriptionList } from '#kit/web/look/facts.tsx'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import { Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { SegmentedControl } from '#kit/web/look/segments.tsx'
import { InlineAlert } from '#kit/web/notices/notice.tsx'
import { usePageLabel } from '#kit/web/page-label.ts'
import { CopyButton } from '#kit/web/states/copy-button.tsx'
import { NotFoundState } from '#kit/web/states/not-found-state.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { PlainTable } from '#kit/web/table/plain-table.tsx'
import { formatCount } from '#kit/web/text/format-count.ts'
import { formatDateTime } from '#kit/web/time/time.ts'
import { useAccount } from '#kit/web/who/account.tsx'
import { listWebhookDeliveries, readWebhook, type Webhook, type WebhookDelivery } from '../contract.ts'
import { webhooksPath } from '../paths.ts'
import { useText } from '../texts.ts'
import { colours } from './delivery-colours.ts'
import { deliveryColumns } from './delivery-columns.tsx'
import { eventLabel } from './event-label.ts'
import { useLabel } from './label.ts'
import { ReplayDelivery } from './replay-delivery.tsx'
import { WebhookActions } from './webhook-actions.tsx'
import { WebhookBadge } from './webhook-badge.tsx'
import classes from './webhook-page.module.css'

const VerifyCard = lazyNamed(() => import('./verify-card.tsx'), 'VerifyCard')

/** One webhook: its events, its state, and its deliveries. */
export function WebhookPage() {
  const t = useText()
  const label = useLabel()
  const account = useAccount()
  const { webhookId: id = '' } = useParams({ strict: false }) as { webhookId?: string }
  const query = useQueryOf(readWebhook, { params: { id } })
  const back = account ? webhooksPath({ account }) : '/'
  usePageLabel(query.data ? (URL.parse(query.data.url)?.host ?? query.data.url) : undefined, { back })
  return (
    <QueryView
      query={query}
      page
      rows={8}
      notFound={
        <NotFoundState
          page
          icon={IconWebhookOff}
          title={t('gone')}
          actions={
            <Button variant="default" to={back}>
              {t('toWebhooks')}
            </Button>
          }
        >
          {t('goneText')}
        </NotFoundState>
      }
    >
      {(webhook) => {
        const { protocol } = webhook
        return (
          <Page>
            <PageHeader
              stacked
              title={(!protocol && webhook.description) || label('webhooks')}
              badges={
                <>
                  <WebhookBadge webhook={webhook} />
                  {protocol && <Badge colour="blue">{t(`protocol.${protocol}`)}</Badge>}
                </>
              }
              note={webhook.url}
              actions={!protocol && <WebhookActions webhook={webhook} />}
            />
            {webhook.pausedBy === 'FAILURES' && (
              <InlineAlert colour="orange">{t(protocol ? 'subscriptionPaused' : 'pausedByFailures')}</InlineAlert>
            )}
            {webhook.pausedBy === 'MAKER' && (
              <InlineAlert colour="orange">
                {t(protocol ? 'subscriptionWithoutMaker' : 'pausedWithoutMaker')}
              </InlineAlert>
            )}
            {protocol && <p>{t('subscriptionNote', { protocol: t(`protocol.${protocol}`) })}</p>}
            <Facts webhook={webhook} />
            <WebhookDeliveries webhook={webhook} />
            <Suspense>
              <VerifyCard />
            </Suspense>
          </Page>
        )
      }}
    </QueryView>
  )
}

function Facts({ webhook }: { webhook: Webhook }) {
  const t = useText()
  const { url, events, lastSuccess, lastError, waiting, previousSecretUntil } = webhook
  return (
    <Card>
      <DescriptionList
        lines={[
          [
            t('url'),
            <span key="url" className={classes.url}>
              {url}
            </span>,
          ],
          [t('events'), events.map((event) => eventLabel(t, event)).join(', ')],
          [t('lastSuccess'), lastSuccess ? formatDateTime(lastSuccess) : t('never')],
          [t('waiting'), waiting > 0 && String(waiting)],
          [t('error'), lastError],
          [t('secretTitle'), previousSecretUntil && t('previousUntil', { at: formatDateTime(previousSecretUntil) })],
        ]}
      />
    </Card>
  )
}

const LOOK_AGAIN_MS = 2_000
const filters = ['ALL', 'FAILED', 'WAITING'] as const

/** The newest deliveries of a webhook, and what was sent with the one that is chosen. */
function WebhookDeliveries({ webhook }: { webhook: Webhook }) {
  const t = useText()
  const [filter, setFilter] = useState<(typeof filters)[number]>('ALL')
  const [chosen, setChosen] = useState<string>()
  const query = { size: 100, ...(filter === 'ALL' ? {} : { state: [filter] }) }
  const requested = { params: { id: webhook.id }, query }
  const result = useQueryOf(listWebhookDeliveries, requested, { keep: true })
  const deliveries = result.data?._embedded.deliveries
  const waiting = deliveries?.some(({ state }) => state === 'WAITING') ?? false
  // The outcome of a delivery is known seconds later, and no live topic reports it.
  useEffect(() => {
    if (!waiting) return
    const timer = setInterval(() => void refresh(listWebhookDeliveries, readWebhook), LOOK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [waiting])
  const columns = deliveryColumns(t, { webhook, deliveries: deliveries ?? [], chosen, choose: setChosen })
  const delivery = deliveries?.find(({ id }) => id === chosen)
  return (
    <>
      <Card
        flush
        title={t('deliveries')}
        note={t('deliveriesNote')}
        right={
          <SegmentedControl
            small
            aria-label={t('deliveries')}
            value={filter}
            onChange={setFilter}
            options={filters.map((value) => ({ value, label: t(`filter-${value}`) }))}
          />
        }
      >
        <QueryView
          query={result}
          rows={4}
          empty={<p className={classes.empty}>{t(filter === 'ALL' ? 'noDeliveries' : 'noneOfFilter')}</p>}
        >
          {({ _embedded: { deliveries } }) => (
            <PlainTable label={t('deliveries')} columns={columns} rows={deliveries} id={({ id }) => id} />
          )}
        </QueryView>
      </Card>
      {delivery && <DeliveryDetails webhook={webhook} delivery={delivery} onClose={() => setChosen(undefined)} />}
    </>
  )
}

/** One delivery: its message, when it was sent, and what the endpoint responded. */
function DeliveryDetails(props: { webhook: Webhook; delivery: WebhookDelivery; onClose: () => void }) {
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

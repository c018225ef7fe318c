import { useEffect, useState } from 'react'
import { refresh, useQueryOf } from '#kit/web/data/query.ts'
import { Card } from '#kit/web/look/card.tsx'
import { SegmentedControl } from '#kit/web/look/segments.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { PlainTable } from '#kit/web/table/plain-table.tsx'
import { listWebhookDeliveries, readWebhook, type Webhook } from '../contract.ts'
import { useText } from '../texts.ts'
import { deliveryColumns } from './delivery-columns.tsx'
import { DeliveryDetails } from './delivery-details.tsx'
import classes from './webhook-page.module.css'

const LOOK_AGAIN_MS = 2_000
const filters = ['ALL', 'FAILED', 'WAITING'] as const

/** The newest deliveries of a webhook, and what was sent with the one that is chosen. */
export function WebhookDeliveries({ webhook }: { webhook: Webhook }) {
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

import { useState } from 'react'
import { useQueryOf } from '#kit/web/data/query.ts'
import { Badge } from '#kit/web/look/badge.tsx'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { CsvButton } from '#kit/web/table/csv-button.tsx'
import { PlainTable } from '#kit/web/table/plain-table.tsx'
import { formatDateTime } from '#kit/web/time/time.ts'
import { type AnnouncementDelivery, type DeliveryFigure, deliveryFigures } from '../contract/delivery-shapes.ts'
import { listAnnouncementDeliveries } from '../contract.ts'
import { useDeliveriesText } from '../texts.ts'
import { DeliveryRecipients } from './delivery-recipients.tsx'

const POLL_MS = 5_000
const SLOW_POLL_MS = 30_000
/** A figure that is the same as another one but for the time of the delivery has no column on a phone. */
const wide: readonly DeliveryFigure[] = ['addressed', 'muted']

/** The result of each occurrence; a figure opens the list of its users. */
export function Deliveries({ id }: { id: string }) {
  const t = useDeliveriesText()
  const [openedFigure, setOpenedFigure] = useState<{ occurrence: number; figure: DeliveryFigure }>()
  const [pollMs, setPollMs] = useState(POLL_MS)
  const query = useQueryOf(
    listAnnouncementDeliveries,
    { params: { id }, query: { size: 20 } },
    { refetchInterval: pollMs },
  )
  const wantedPollMs = query.data?._embedded.deliveries.some(isRunning) === false ? SLOW_POLL_MS : POLL_MS
  if (wantedPollMs !== pollMs) setPollMs(wantedPollMs)
  const rows = query.data?._embedded.deliveries
  return (
    <Card
      title={t('title')}
      flush
      right={
        rows &&
        rows.length > 0 && (
          <CsvButton endpoint={listAnnouncementDeliveries} input={{ params: { id } }} name={`announcement-${id}`} />
        )
      }
    >
      <QueryView query={query} rows={2} empty={<p className="form-words">{t('none')}</p>}>
        {({ _embedded: { deliveries: rows } }) => (
          <PlainTable
            label={t('label')}
            rows={rows}
            id={({ occurrence }) => String(occurrence)}
            columns={[
              {
                id: 'due',
                label: t('due'),
                cell: ({ due, late, mailsWaiting }) => (
                  <>
                    {formatDateTime(due)} {late && <Badge colour="orange">{t('late')}</Badge>}
                    {mailsWaiting > 0 && <Badge colour="blue">{t('waiting', { count: mailsWaiting })}</Badge>}
                  </>
                ),
              },
              ...deliveryFigures.map((figure) => ({
                id: figure,
                label: t(`${figure}`),
                align: 'right' as const,
                wide: wide.includes(figure),
                cell: (row: AnnouncementDelivery) => (
                  <Button
                    size="xs"
                    variant="subtle"
                    disabled={row[figure] === 0}
                    aria-label={t('open', { figure: t(`${figure}`), count: row[figure] })}
                    onClick={() => setOpenedFigure({ occurrence: row.occurrence, figure })}
                  >
                    {row[figure].toLocaleString('en-GB')}
                  </Button>
                ),
              })),
            ]}
          />
        )}
      </QueryView>
      {openedFigure && <DeliveryRecipients id={id} {...openedFigure} onClose={() => setOpenedFigure(undefined)} />}
    </Card>
  )
}

function isRunning({ finished, mailsWaiting }: AnnouncementDelivery): boolean {
  return finished === null || mailsWaiting > 0
}

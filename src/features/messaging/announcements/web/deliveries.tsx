import { useQueryOf } from '#kit/web/data/query.ts'
import { Badge } from '#kit/web/look/badge.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { LoadingRows } from '#kit/web/states/loading.tsx'
import { PlainTable } from '#kit/web/table/plain-table.tsx'
import { formatDateTime } from '#kit/web/time/time.ts'
import type { AnnouncementDelivery } from '../contract/announcement-shapes.ts'
import { listAnnouncementDeliveries } from '../contract.ts'
import { useText } from './text.ts'

const POLL_MS = 5_000

/** The result of each occurrence. */
export function Deliveries({ id }: { id: string }) {
  const t = useText()
  const { data } = useQueryOf(
    listAnnouncementDeliveries,
    { params: { id }, query: { size: 20 } },
    { refetchInterval: POLL_MS },
  )
  const rows = data?._embedded.deliveries
  const figure = (name: 'delivered' | 'acknowledged' | 'mailed' | 'muted') => ({
    id: name,
    label: t(`deliveries.${name}`),
    align: 'right' as const,
    cell: (row: AnnouncementDelivery) => row[name].toLocaleString('en-GB'),
  })
  return (
    <Card title={t('deliveries.title')} flush>
      {!rows && <LoadingRows rows={2} />}
      {rows?.length === 0 && <p className="form-words">{t('deliveries.none')}</p>}
      {rows && rows.length > 0 && (
        <PlainTable
          label={t('deliveries.label')}
          rows={rows}
          id={({ occurrence }) => String(occurrence)}
          columns={[
            {
              id: 'due',
              label: t('deliveries.due'),
              cell: ({ due, late }) => (
                <>
                  {formatDateTime(due)} {late && <Badge colour="orange">{t('deliveries.late')}</Badge>}
                </>
              ),
            },
            figure('delivered'),
            figure('acknowledged'),
            figure('mailed'),
            figure('muted'),
          ]}
        />
      )}
    </Card>
  )
}

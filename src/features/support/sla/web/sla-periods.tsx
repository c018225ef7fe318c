import { useQueryOf } from '#kit/web/data/query.ts'
import { Card } from '#kit/web/look/card.tsx'
import { LoadingRows } from '#kit/web/states/loading.tsx'
import { type PlainColumn, PlainTable } from '#kit/web/table/plain-table.tsx'
import { formatCount } from '#kit/web/text/format-count.ts'
import { listSlaPeriods, type SlaPeriod, slaViews } from '../contract.ts'
import { useText } from '../texts.ts'

/** The quarters and years of an account, each view as the sum of its months. */
export function SlaPeriods({ account }: { account: string }) {
  const t = useText()
  const quarters = useQueryOf(listSlaPeriods, { query: { account, by: 'quarter' } })
  const years = useQueryOf(listSlaPeriods, { query: { account, by: 'year' } })
  const rows = quarters.data &&
    years.data && [...quarters.data._embedded.slaPeriods, ...years.data._embedded.slaPeriods]
  const columns: readonly PlainColumn<SlaPeriod>[] = [
    { id: 'period', label: t('period.period'), width: 7, cell: ({ period }) => period },
    {
      id: 'months',
      label: t('period.months'),
      wide: true,
      cell: ({ months, missing, preliminary }) =>
        [
          String(months),
          ...(missing > 0 ? [t('period.incomplete', { count: missing })] : []),
          ...(preliminary ? [t('period.preliminary')] : []),
        ].join(' · '),
    },
    ...slaViews.map(
      (view): PlainColumn<SlaPeriod> => ({
        id: view,
        label: t(`view.${view}`),
        width: 6.5,
        align: 'right',
        cell: (row) => row[view].availability ?? t('matrix.missing'),
      }),
    ),
    {
      id: 'lost',
      label: t('period.lost'),
      wide: true,
      width: 12,
      align: 'right',
      cell: ({ blended }) => formatCount(blended.lostModemMinutes),
    },
  ]
  return (
    <Card flush title={t('period.title')} note={t('period.note')}>
      {rows ? (
        <PlainTable label={t('period.title')} columns={columns} rows={rows} id={({ period }) => period} />
      ) : (
        <LoadingRows rows={4} />
      )}
    </Card>
  )
}

import { jointQuery } from '#kit/web/data/joint-query.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { Card } from '#kit/web/look/card.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { type PlainColumn, PlainTable } from '#kit/web/table/plain-table.tsx'
import { formatCount } from '#kit/web/text/format-count.ts'
import { listSlaPeriods, type SlaPeriod, slaViews } from '../contract.ts'
import { useText } from '../texts.ts'

/** The quarters and years of an account, each view as the sum of its months. */
export function SlaPeriods({ account }: { account: string }) {
  const t = useText()
  const query = jointQuery({
    quarters: useQueryOf(listSlaPeriods, { query: { account, by: 'quarter' } }),
    years: useQueryOf(listSlaPeriods, { query: { account, by: 'year' } }),
  })
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
      <QueryView query={query} rows={4}>
        {({ quarters, years }) => (
          <PlainTable
            label={t('period.title')}
            columns={columns}
            rows={[...quarters._embedded.slaPeriods, ...years._embedded.slaPeriods]}
            id={({ period }) => period}
          />
        )}
      </QueryView>
    </Card>
  )
}

import { Card } from '#kit/web/look/card.tsx'
import { type PlainColumn, PlainTable } from '#kit/web/table/plain-table.tsx'
import { formatCount } from '#kit/web/text/format-count.ts'
import { monthName } from '#kit/web/time/month-name.ts'
import { formatDuration } from '#kit/web/time/write-span.ts'
import type { CasesReport } from '../contract.ts'
import { useText } from '../texts.ts'

type Month = CasesReport['months'][number]

/** Filed, resolved and reopened cases of each month with the times to response and resolution, newest first. */
export function MonthTable({ report }: { report: CasesReport }) {
  const t = useText()
  const number = (label: string, id: string, of: (month: Month) => number, wide?: true): PlainColumn<Month> => ({
    id,
    label,
    width: 6,
    align: 'right',
    ...(wide ? { wide } : {}),
    cell: (month) => formatCount(of(month)),
  })
  const span = (label: string, id: string, of: (month: Month) => Month['resolution']): PlainColumn<Month> => ({
    id,
    label,
    width: 10,
    align: 'right',
    wide: true,
    cell: (month) => {
      const { median, p90 } = of(month)
      return median === null ? '–' : `${formatDuration(median)}, ${formatDuration(p90)}`
    },
  })
  const columns: readonly PlainColumn<Month>[] = [
    { id: 'month', label: t('months.month'), cell: ({ month }) => monthName(month) },
    number(t('months.filed'), 'filed', ({ filed }) => filed),
    number(t('type.CASE'), 'cases', ({ filedByType }) => filedByType.CASE, true),
    number(t('type.RMA'), 'rma', ({ filedByType }) => filedByType.RMA, true),
    number(t('type.OUTAGE'), 'outages', ({ filedByType }) => filedByType.OUTAGE, true),
    number(t('months.resolved'), 'resolved', ({ resolved }) => resolved),
    number(t('months.reopened'), 'reopened', ({ reopened }) => reopened, true),
    span(t('months.response'), 'response', ({ firstResponse }) => firstResponse),
    span(t('months.resolution'), 'resolution', ({ resolution }) => resolution),
  ]
  return (
    <Card flush title={t('months.title')} note={t('months.both')}>
      <PlainTable
        label={t('months.title')}
        columns={columns}
        rows={report.months.toReversed()}
        id={({ month }) => month}
      />
    </Card>
  )
}

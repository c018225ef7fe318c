import { Stats } from '#kit/web/look/figure.tsx'
import { formatCount } from '#kit/web/text/format-count.ts'
import { formatDuration } from '#kit/web/time/write-span.ts'
import type { CasesReport } from '../contract.ts'
import { useText } from '../texts.ts'

/** The figures of the whole period. */
export function ReportFigures({ report, months }: { report: CasesReport; months: string }) {
  const t = useText()
  const { open, period } = report
  const of = period.resolved + period.reopened
  const within = (minutes: number | null) => {
    const span = formatDuration(minutes)
    return span && t('figure.p90', { span })
  }
  return (
    <Stats
      figures={[
        {
          id: 'open',
          label: t('figure.open'),
          value: formatCount(open.total),
          note: t('figure.openNote', {
            cases: formatCount(open.CASE),
            rma: formatCount(open.RMA),
            outages: formatCount(open.OUTAGE),
          }),
        },
        {
          id: 'filed',
          label: t('figure.filed'),
          value: formatCount(period.filed),
          note: t('figure.inMonths', { months }),
        },
        {
          id: 'resolved',
          label: t('figure.resolved'),
          value: formatCount(period.resolved),
          note: t('figure.inMonths', { months }),
        },
        {
          id: 'response',
          label: t('figure.response'),
          value: formatDuration(period.firstResponse.median) ?? '–',
          note: within(period.firstResponse.p90),
        },
        {
          id: 'resolution',
          label: t('figure.resolution'),
          value: formatDuration(period.resolution.median) ?? '–',
          note: within(period.resolution.p90),
        },
        {
          id: 'reopened',
          label: t('figure.reopened'),
          value: of === 0 ? '–' : `${((100 * period.reopened) / of).toFixed(1)} %`,
          note: t('figure.reopenedNote', { reopened: formatCount(period.reopened), of: formatCount(of) }),
        },
      ]}
    />
  )
}

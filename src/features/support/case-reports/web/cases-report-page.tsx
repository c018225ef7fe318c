import { useMemo } from 'react'
import type { ChartSeries } from '#kit/web/chart/chart-types.ts'
import { LineChart } from '#kit/web/chart/line-chart.tsx'
import { useQueryOf } from '#kit/web/data/query.ts'
import { IconPrinter } from '#kit/web/icons/icons.generated.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { Stats } from '#kit/web/look/figure.tsx'
import { Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { SegmentedControl } from '#kit/web/look/segments.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { CsvButton } from '#kit/web/table/csv-button.tsx'
import { type PlainColumn, PlainTable } from '#kit/web/table/plain-table.tsx'
import { formatCount } from '#kit/web/text/format-count.ts'
import { monthName } from '#kit/web/time/month-name.ts'
import { formatDuration } from '#kit/web/time/write-span.ts'
import { useUrlQuery } from '#kit/web/url-query.ts'
import { useIsMobile } from '#kit/web/use-phone.ts'
import { useAccount } from '#kit/web/who/account.tsx'
import { type CasesReport, getCasesReport, reportColumns, reportRows } from '../contract.ts'
import { useText } from '../texts.ts'
import chartsClasses from './charts.module.css'
import { FiledChart } from './filed-chart.tsx'
import { PivotTable } from './pivot-table.tsx'
import classes from './report.module.css'

const periods = ['3', '6', '12', '24'] as const

/** Cases in numbers, of one account or of all; the table's settings are in the address. */
export function CasesReportPage() {
  const t = useText()
  const account = useAccount()
  const phone = useIsMobile()
  const { query: at, change } = useUrlQuery<'rows' | 'columns' | 'months' | 'product'>()
  const rows = reportRows.find((name) => name === at.rows) ?? 'status'
  const columns = reportColumns.find((name) => name === at.columns) ?? 'age'
  const months = periods.find((count) => count === String(at.months)) ?? '12'
  const { product } = at
  const query = {
    rows,
    columns,
    months: Number(months),
    ...(account ? { account: account.name } : {}),
    ...(product ? { product } : {}),
  }
  const result = useQueryOf(getCasesReport, { query }, { keep: true })
  const zone = result.data?.timeZone ?? ''
  const actions = (
    <>
      <SegmentedControl
        aria-label={t('period')}
        value={months}
        onChange={(value) => change({ months: value })}
        options={periods.map((value) => ({ value, label: t('lastMonths', { months: value }) }))}
      />
      <Button variant="default" leftSection={<IconPrinter size={15} aria-hidden />} onClick={() => window.print()}>
        {t('print')}
      </Button>
      <CsvButton endpoint={getCasesReport} input={{ query }} name="cases-report" />
    </>
  )
  return (
    <Page>
      <PageHeader
        title={t('title')}
        note={account ? t('note', { account: account.displayName, zone }) : t('noteAll', { zone })}
        actions={actions}
      />
      {phone && <div className={classes.actions}>{actions}</div>}
      <QueryView query={result} rows={8}>
        {(data) => (
          <>
            <ReportFigures report={data} months={months} />
            <PivotTable report={data} rows={rows} columns={columns} product={product} change={change} />
            <ReportCharts report={data} />
            <MonthTable report={data} />
          </>
        )}
      </QueryView>
    </Page>
  )
}

/** The months of the report as charts. */
function ReportCharts({ report }: { report: CasesReport }) {
  return (
    <div className={chartsClasses.charts}>
      <FiledChart months={report.months} />
      <ResponseChart months={report.months} />
    </div>
  )
}

const MONTH_MS = 31 * 86_400_000
const minutesText = (minutes: number) => formatDuration(minutes) ?? ''

/** The time to the first response by month: median and 90th percentile. */
function ResponseChart({ months }: { months: CasesReport['months'] }) {
  const t = useText()
  const chart = useMemo(() => {
    const at = (month: string) => Date.parse(`${month}-15T00:00:00Z`)
    const pointsOf = (of: (spread: CasesReport['months'][number]['firstResponse']) => number | null) =>
      months.map(({ month, firstResponse }) => [at(month), of(firstResponse)] as const)
    const series: ChartSeries[] = [
      { name: t('charts.median'), points: pointsOf(({ median }) => median) },
      { name: t('charts.p90'), points: pointsOf(({ p90 }) => p90) },
    ]
    return { series, range: { from: at(months[0]!.month), to: at(months.at(-1)!.month) } }
  }, [months, t])
  return (
    <Card title={t('months.response')} note={t('months.both')}>
      <LineChart {...chart} label={t('charts.responseLabel')} step={MONTH_MS} format={minutesText} height={220} />
    </Card>
  )
}

type Month = CasesReport['months'][number]

/** Filed, resolved and reopened cases of each month with the times to response and resolution, newest first. */
function MonthTable({ report }: { report: CasesReport }) {
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

/** The figures of the whole period. */
function ReportFigures({ report, months }: { report: CasesReport; months: string }) {
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

import { useQueryOf } from '#kit/web/data/query.ts'
import { IconPrinter } from '#kit/web/icons/icons.generated.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { SegmentedControl } from '#kit/web/look/segments.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { CsvButton } from '#kit/web/table/csv-button.tsx'
import { useUrlQuery } from '#kit/web/url-query.ts'
import { useIsMobile } from '#kit/web/use-phone.ts'
import { useAccount } from '#kit/web/who/account.tsx'
import { getCasesReport, reportColumns, reportRows } from '../contract.ts'
import { useText } from '../texts.ts'
import { MonthTable } from './month-table.tsx'
import { PivotTable } from './pivot-table.tsx'
import classes from './report.module.css'
import { ReportCharts } from './report-charts.tsx'
import { ReportFigures } from './report-figures.tsx'

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

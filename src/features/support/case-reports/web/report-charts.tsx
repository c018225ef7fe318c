import type { CasesReport } from '../contract.ts'
import classes from './charts.module.css'
import { FiledChart } from './filed-chart.tsx'
import { ResponseChart } from './response-chart.tsx'

/** The months of the report as charts. */
export function ReportCharts({ report }: { report: CasesReport }) {
  return (
    <div className={classes.charts}>
      <FiledChart months={report.months} />
      <ResponseChart months={report.months} />
    </div>
  )
}

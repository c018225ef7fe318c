import { accountFor } from '#features/support/case-access/server/index.ts'
import { type CsvColumn, sendCsv, wantsCsv } from '#kit/server/list/csv.ts'
import type { AppContext, Feature } from '#kit/server/portal.ts'
import { serve } from '#kit/server/serve/serve.ts'
import { visibleAccounts } from '#kit/server/visible.ts'
import { type CasesReport, getCasesReport, readCasesReport } from '../contract.ts'
import { findCasesReport } from './cases-report.ts'

/** The cases report. */
export const caseReportsFeature: Feature = { name: 'case-reports', serve: serveReport }

function serveReport(portal: AppContext): void {
  const { db } = portal
  serve(portal, getCasesReport, async (call) => {
    const { account, product, rows, columns, months } = call.query
    const accounts =
      account === undefined
        ? visibleAccounts(call.session, readCasesReport)
        : [(await accountFor(db, call.session, readCasesReport, account)).accountId]
    const filter = { account: account ?? null, product: product ?? null, accounts, rows, columns, months }
    const report = await findCasesReport(db, filter)
    return wantsCsv(call.request) ? sendCsv(call.reply, 'cases-report.csv', csvColumns(report), report.rows) : report
  })
}

type Row = CasesReport['rows'][number]

function csvColumns({ columns }: CasesReport): CsvColumn<Row>[] {
  return [
    { heading: 'Value', cell: ({ value, label }) => label ?? value },
    ...columns.map((heading, index) => ({ heading, cell: ({ cells }: Row) => cells[index] })),
    { heading: 'Total', cell: ({ total }) => total },
  ]
}

import { readableCase } from '#features/support/case-access/server/index.ts'
import { caseEventHandlers, caseKind } from '#features/support/case-notifications/server/index.ts'
import { outageOf } from '#features/support/outages/server/index.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { AppContext, Feature } from '#kit/server/portal.ts'
import { registerCommand, registerStream, serve } from '#kit/server/serve/serve.ts'
import {
  downloadOutageReport,
  publishOutageReport,
  readOutageReport,
  reportProblems,
  reportPublished,
  reportSaved,
  saveOutageReport,
} from '../contract.ts'
import { printedReport } from './printed-report.ts'
import { publishReport } from './publish-report.ts'
import { readReport } from './read-report.ts'
import { reportPdf } from './report-pdf.ts'
import { storedReport } from './report-store.ts'
import { saveReport } from './save-report.ts'

export { makeDemoOutageReports } from './demo-outage-reports.ts'

const published = caseKind('case.outage-report-published', '{who} published the reason-for-outage report of {key}.')

/** Reason-for-outage reports: a draft from the public texts of an outage, its revisions, and the PDF. */
export const outageReportsFeature: Feature = {
  name: 'outage-reports',
  serve: serveReports,
  eventHandlers: (portal) =>
    caseEventHandlers(portal, [{ event: reportPublished, notifies: published }, { event: reportSaved }]),
}

function serveReports(portal: AppContext): void {
  const { db } = portal
  serve(portal, readOutageReport, (call) => readReport(db, call))
  registerCommand(portal, saveOutageReport, saveReport)
  registerCommand(portal, publishOutageReport, publishReport)
  registerStream(portal, downloadOutageReport, async ({ session, params, reply }) => {
    const { id, key } = await readableCase(db, session, params.key)
    await outageOf(db, id, key)
    const { published: publishedReport } = await storedReport(db, id)
    if (!publishedReport) throwProblem(reportProblems['outage-report-not-found'], { key })
    const pdf = await reportPdf(printedReport(key, publishedReport))
    const file = `reason-for-outage-${key}-${publishedReport.revision}`.replaceAll(/[^\w.-]/g, '-')
    return reply
      .header('cache-control', 'no-store')
      .header('content-type', 'application/pdf')
      .header('content-disposition', `attachment; filename="${file}.pdf"`)
      .serializer((body: unknown) => body as string)
      .send(pdf)
  })
}

import { metricProblems, readAnalytics } from '#features/monitoring/metrics/contract.ts'
import { queryScope } from '#features/monitoring/metrics/server/index.ts'
import { throwFieldProblem, throwProblem } from '#kit/server/http-problem.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { registerStream } from '#kit/server/serve/serve.ts'
import { readTecReport } from '../../contract.ts'
import { serverTexts } from '../../texts.ts'
import { requireAccount } from '../config-routes.ts'
import { findDeployments } from '../deployment-store.ts'
import { daysBefore, startOfDay } from '../local-days.ts'
import { buildReport } from './build-report.ts'
import { reportHtml } from './report-html.ts'
import { reportPdf } from './report-pdf.ts'

const DAYS = 7
const LONGEST_MS = 31 * 86_400_000

/** Serves the technical report of a deployment. */
export function serveTecReport(portal: AppContext): void {
  const { db } = portal
  registerStream(portal, readTecReport, async ({ session, params, query, request, reply }) => {
    const { account, deployment: name, format } = query
    const { id, timeZone: zone } = await requireAccount(db, session, { name: account, permission: readAnalytics })
    const deployments = await findDeployments(db, session, account)
    const deployment = deployments.find((one) => name === undefined || one.name === name)
    if (!deployment) throwProblem(metricProblems['deployment-not-found'])
    const to = query.to === undefined ? startOfDay(zone, Date.now()) : Date.parse(query.to)
    const from = query.from === undefined ? daysBefore(zone, to + 1, DAYS) : Date.parse(query.from)
    if (from >= to || to - from > LONGEST_MS) throwFieldProblem('from', serverTexts.reportPeriod)
    const { since } = await queryScope(db, session, account)
    const report = await buildReport(db, {
      ...{ deployment, accountId: id, session, zone, from, to },
      scope: { deployments: [Number(deployment.id)], since },
      version: params.version === '1' ? 1 : 4,
    })
    const wantedFormat = format ?? formatOf(request.headers.accept)
    const file = `${deployment.name}-${report.to.slice(0, 10)}`.replaceAll(/[^\w.-]/g, '-')
    reply.header('cache-control', 'no-store').serializer((body: unknown) => body as string)
    if (wantedFormat === 'html')
      return reply
        .header('content-type', 'text/html; charset=utf-8')
        .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
        .header('content-disposition', `attachment; filename="${file}.html"`)
        .send(reportHtml(report))
    if (wantedFormat === 'pdf')
      return reply
        .header('content-type', 'application/pdf')
        .header('content-disposition', `attachment; filename="${file}.pdf"`)
        .send(await reportPdf(report))
    return reply.header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(report))
  })
}

function formatOf(accept = ''): 'json' | 'html' | 'pdf' {
  if (accept.includes('application/pdf')) return 'pdf'
  return accept.includes('text/html') ? 'html' : 'json'
}

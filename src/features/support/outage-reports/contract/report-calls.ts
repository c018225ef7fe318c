import * as z from 'zod/mini'
import { caseProblems, editOutages, readCases, seeInternal } from '#features/support/case-access/contract.ts'
import { outageProblems } from '#features/support/outages/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { reportProblems } from './report-problems.ts'
import { OutageReport, ReportBody } from './report-shapes.ts'

const url = '/api/plugins/jira/outage-reports/{key}'
const report = {
  tag: 'Outages',
  params: z.strictObject({ key: z.string().check(z.maxLength(64)) }),
} as const
const notFound = [
  caseProblems['case-not-found'],
  outageProblems['outage-not-found'],
  reportProblems['outage-report-not-found'],
] as const

export const readOutageReport = endpoint({
  ...report,
  guard: readCases,
  optionalPermissions: [seeInternal],
  name: 'readOutageReport',
  method: 'GET',
  url,
  summary: 'Read the reason-for-outage report of an outage; vendor staff read its draft too',
  reply: OutageReport,
  problems: notFound,
})
export const saveOutageReport = endpoint({
  ...report,
  guard: editOutages,
  name: 'saveOutageReport',
  method: 'PUT',
  url,
  summary: 'Save the draft of the report; after a publication it is the next revision',
  body: ReportBody,
  reply: OutageReport,
  problems: [...notFound, reportProblems['outage-not-over']],
})
export const publishOutageReport = endpoint({
  ...report,
  guard: editOutages,
  name: 'publishOutageReport',
  method: 'POST',
  url: `${url}/publish`,
  summary: 'Publish the saved draft to the account; every section needs a text',
  reply: OutageReport,
  problems: [...notFound, reportProblems['outage-report-without-draft']],
})
export const downloadOutageReport = endpoint({
  ...report,
  guard: readCases,
  name: 'downloadOutageReport',
  method: 'GET',
  url: `${url}/pdf`,
  summary: 'Download the published report as PDF, the same bytes each time',
  media: { produces: 'application/pdf' },
  limit: { count: 30, seconds: 60 },
  problems: notFound,
})

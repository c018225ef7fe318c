import * as z from 'zod/mini'
import { accountProblems } from '#features/accounts/accounts/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { reportColumns, reportRows } from './contract/report-enums.ts'
import { readCasesReport } from './contract/report-permissions.ts'
import { CasesReport } from './contract/report-shapes.ts'

export { ageBands, type ReportColumns, type ReportRows, reportColumns, reportRows } from './contract/report-enums.ts'
export type { CasesReport } from './contract/report-shapes.ts'
export { readCasesReport }

export const getCasesReport = endpoint({
  tag: 'Cases',
  guard: readCasesReport,
  name: 'getCasesReport',
  method: 'GET',
  url: '/api/plugins/jira/issues/cases-report',
  summary: 'Read the cases report: a table of open, filed or resolved cases, and the figures of each month',
  query: z.strictObject({
    account: z.optional(z.string().check(z.maxLength(32))),
    product: z.optional(z.string().check(z.maxLength(100))),
    rows: z._default(z.optional(z.enum(reportRows)), 'status'),
    columns: z._default(z.optional(z.enum(reportColumns)), 'age'),
    /** How many months, the running one included. */
    months: z._default(z.optional(z.int().check(z.minimum(1), z.maximum(24))), 12),
  }),
  reply: CasesReport,
  problems: [accountProblems['account-not-found']],
  csv: true,
})

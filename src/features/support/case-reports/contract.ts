import * as z from 'zod/mini'
import { everyVendorRole, roles } from '#features/access/roles/contract.ts'
import { accountProblems } from '#features/accounts/accounts/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { permission } from '#kit/contract/permission.ts'

/** What the rows of the report can be. */
export const reportRows = ['status', 'type', 'priority', 'product', 'account'] as const
export type ReportRows = (typeof reportRows)[number]
/** Its columns: the age of open cases, or the months in which cases were filed or resolved. */
export const reportColumns = ['age', 'filed', 'resolved'] as const
export type ReportColumns = (typeof reportColumns)[number]
/** Ages of open cases in days, each up to the next. */
export const ageBands = ['0-1', '1-7', '7-30', '30-90', '90+'] as const

/** Read the cases report. */
export const readCasesReport = permission('report:cases', 'Read the cases report', everyVendorRole, roles('MANAGER'))

const count = z.int()
/** Minutes; null without a case to measure. */
const Spread = z.object({ median: z.nullable(z.number()), p90: z.nullable(z.number()), cases: count })
const figures = {
  filed: count,
  filedByType: z.object({ CASE: count, RMA: count, OUTAGE: count }),
  resolved: count,
  reopened: count,
  firstResponse: Spread,
  resolution: Spread,
}

/** Cases of the customer side in numbers. */
export const CasesReport = z.object({
  timeZone: z.string(),
  from: z.string(),
  until: z.string(),
  open: z.object({ total: count, CASE: count, RMA: count, OUTAGE: count, oldest: z.nullable(z.iso.datetime()) }),
  columns: z.array(z.string()),
  rows: z.array(
    z.object({
      /** A status, type, priority, product or account name; null where a case has no product. */
      value: z.nullable(z.string()),
      label: z.nullable(z.string()),
      cells: z.array(count),
      total: count,
    }),
  ),
  months: z.array(z.object({ month: z.string(), ...figures })),
  period: z.object(figures),
})
export type CasesReport = z.output<typeof CasesReport>

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

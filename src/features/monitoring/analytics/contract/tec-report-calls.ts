import * as z from 'zod/mini'
import { metricProblems, readAnalytics } from '#features/monitoring/metrics/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { oneLine } from '#kit/contract/one-line.ts'
import { analyticsProblems } from './analytics.ts'

const when = z.iso.datetime()

/** A figure with the query that gives it and the time for which it was read; `missing`: no samples. */
export const ReportFigure = z.object({
  label: z.string(),
  text: z.string(),
  value: z.nullable(z.number()),
  query: z.nullable(z.string()),
  readFor: when,
})
export type ReportFigure = z.output<typeof ReportFigure>
export const ReportTable = z.object({
  title: z.string(),
  columns: z.array(z.string()),
  rows: z.array(z.array(z.string())),
  query: z.nullable(z.string()),
})
export type ReportTable = z.output<typeof ReportTable>
export const ReportSection = z.object({
  number: z.int(),
  title: z.string(),
  sentences: z.array(z.string()),
  figures: z.array(ReportFigure),
  tables: z.array(ReportTable),
})
export type ReportSection = z.output<typeof ReportSection>

/** The technical report of a deployment for a period. */
export const TecReport = z.object({
  title: z.string(),
  account: z.string(),
  deployment: z.string(),
  deploymentVersion: z.string(),
  analyticsVersion: z.union([z.literal(1), z.literal(4)]),
  from: when,
  to: when,
  zone: z.string(),
  sections: z.array(ReportSection),
})
export type TecReport = z.output<typeof TecReport>

export const readTecReport = endpoint({
  tag: 'Analytics',
  guard: readAnalytics,
  name: 'readTecReport',
  method: 'GET',
  url: '/api/plugins/analytics/tec-report/v{version}',
  summary: 'Read the technical report of a deployment as JSON, HTML or PDF; version 1 leaves out cores and PON',
  params: z.strictObject({ version: z.enum(['1', '4']) }),
  query: z.strictObject({
    account: oneLine(100),
    /** By default the first deployment of the account by name. */
    deployment: z.optional(oneLine(100)),
    from: z.optional(when),
    /** By default the start of the current local day. */
    to: z.optional(when),
    /** Instead of the Accept header. */
    format: z.optional(z.enum(['json', 'html', 'pdf'])),
  }),
  reply: TecReport,
  limit: { count: 30, seconds: 60 },
  problems: [
    analyticsProblems['analytics-account-not-found'],
    metricProblems['deployment-not-found'],
    analyticsProblems['analytics-query-failed'],
  ],
})

import * as z from 'zod/mini'
import { UserRef } from '#features/accounts/accounts/contract.ts'
import { caseProblems, editOutages, readCases, seeInternal } from '#features/support/case-access/contract.ts'
import { outageProblems } from '#features/support/outages/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { problems } from '#kit/contract/problem.ts'

export const reportProblems = problems({
  'outage-report-not-found': { status: 404, text: 'There is no reason-for-outage report of {key} yet.' },
  'outage-not-over': { status: 409, text: '{key} is not over. The report is written when the outage has an end.' },
  'outage-report-without-draft': { status: 409, text: 'The report of {key} has no saved draft to publish.' },
})

/** The sections of a reason-for-outage report, in their order. */
export const reportFields = ['what', 'who', 'times', 'cause', 'actions', 'prevention'] as const
export type ReportField = (typeof reportFields)[number]
/** The sections with their Markdown. */
export type ReportTexts = Readonly<Record<ReportField, string>>

/** Characters of a section, at most. */
export const LONGEST_SECTION = 10_000

const section = z.string().check(z.maxLength(LONGEST_SECTION))
const texts = { what: section, who: section, times: section, cause: section, actions: section, prevention: section }
/** The six sections, as Markdown. */
export const ReportBody = z.strictObject(texts)

/** What the account reads. */
export const PublishedReport = z.object({
  ...texts,
  revision: z.int(),
  publishedAt: z.iso.datetime(),
  publishedBy: UserRef,
  /** Of the account, when the report was published; its times are in it. */
  timeZone: z.string(),
})
export type PublishedReport = z.output<typeof PublishedReport>

/** What staff edit before they publish it; another type, so that a leak does not compile. */
export const ReportDraft = z.object({
  ...texts,
  revision: z.int(),
  /** False while it is made from the outage's public texts at each reading; saving keeps it. */
  saved: z.boolean(),
})
export type ReportDraft = z.output<typeof ReportDraft>

export const OutageReport = z.object({
  key: z.string(),
  published: z.nullable(PublishedReport),
  /** Null for customers, and while nothing was changed since the publication. */
  draft: z.nullable(ReportDraft),
  version: z.int(),
})
export type OutageReport = z.output<typeof OutageReport>

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

import * as z from 'zod/mini'
import { UserRef } from '#features/accounts/accounts/contract.ts'
import { LONGEST_SECTION } from './report-fields.ts'

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

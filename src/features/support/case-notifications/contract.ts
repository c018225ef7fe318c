import * as z from 'zod/mini'
import { UserRef } from '#features/accounts/accounts/contract.ts'
import { caseProblems, readCases, seeInternal } from '#features/support/case-access/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'

/** What happens with the mail of a user: sent now, after their quiet hours, in their digest, or not at all. */
export const mailOutcomes = ['NOW', 'AFTER_QUIET_HOURS', 'IN_DIGEST', 'NONE'] as const

/** Who reads a text before it is sent. */
export const Audience = z.object({
  key: z.string(),
  internal: z.boolean(),
  /** Users of the customer who may read it; 0 for an internal text. */
  customers: z.int(),
  /** Staff of the vendor who may read it; null for customers. */
  staff: z.nullable(z.int()),
  /** Users who are notified of it, as far as the caller may see them; the author is not. */
  notified: z.array(z.extend(UserRef, { vendor: z.boolean(), mail: z.enum(mailOutcomes) })),
})
export type Audience = z.output<typeof Audience>

export const readAudience = endpoint({
  tag: 'Cases',
  guard: readCases,
  optionalPermissions: [seeInternal],
  name: 'readAudience',
  method: 'GET',
  url: '/api/plugins/jira/issues/audience',
  summary: 'Read who may read a text of the case, and who gets a mail of it',
  query: z.strictObject({
    issueKey: z.string().check(z.maxLength(64)),
    /** An internal text instead of one for the customer. */
    internal: z.optional(z.boolean()),
  }),
  reply: Audience,
  problems: [caseProblems['case-not-found']],
})

import * as z from 'zod/mini'
import { CasePriority, CaseStatus, CaseType } from '#features/support/case-access/contract.ts'
import { label, username } from './case-fields.ts'

export const caseFilters = {
  account: z.optional(z.array(z.string().check(z.maxLength(32)))),
  type: z.optional(z.array(CaseType)),
  status: z.optional(z.array(CaseStatus)),
  priority: z.optional(z.array(CasePriority)),
  /** E-mail addresses; `none` stands for cases without an assignee. */
  assignee: z.optional(z.array(username)),
  reporter: z.optional(z.array(username)),
  product: z.optional(z.array(z.string().check(z.maxLength(100)))),
  labels: z.optional(z.array(label)),
  /** Only open ones, or only ended ones. */
  open: z.optional(z.boolean()),
  /** Only cases that ended more than 30 days ago, or only the others. */
  outdated: z.optional(z.boolean()),
  watched: z.optional(z.boolean()),
  /** The internal side instead of the customer side; vendor staff only. */
  internal: z.optional(z.boolean()),
  createdFrom: z.optional(z.iso.datetime()),
  createdTo: z.optional(z.iso.datetime()),
  updatedFrom: z.optional(z.iso.datetime()),
  updatedTo: z.optional(z.iso.datetime()),
  resolvedFrom: z.optional(z.iso.datetime()),
  resolvedTo: z.optional(z.iso.datetime()),
  subjectContains: z.optional(z.string().check(z.maxLength(250))),
  /** Full text over key, subject, description and comments; tolerates typing errors. */
  q: z.optional(z.string().check(z.maxLength(250))),
  text: z.optional(z.string().check(z.maxLength(250))),
}

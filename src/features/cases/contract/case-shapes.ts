import * as z from 'zod/mini'
import { PersonRef } from '#features/accounts/contract.ts'
import { CasePriority, CaseStatus, CaseType } from './case-state.ts'

/** A case as lists show it. */
export const CaseRow = z.object({
  id: z.string(),
  key: z.string(),
  account: z.string(),
  accountId: z.string(),
  accountDisplayName: z.string(),
  type: CaseType,
  internal: z.boolean(),
  status: CaseStatus,
  priority: CasePriority,
  subject: z.string(),
  product: z.nullable(z.string()),
  productVersion: z.nullable(z.string()),
  labels: z.array(z.string()),
  reporter: PersonRef,
  assignee: z.nullable(PersonRef),
  isWatchedByCurrentUser: z.boolean(),
  /** Changed by somebody else since the caller looked at it last. */
  unread: z.boolean(),
  commentCount: z.int(),
  created: z.iso.datetime(),
  updated: z.iso.datetime(),
  resolved: z.nullable(z.iso.datetime()),
  version: z.int(),
})
export type CaseRow = z.output<typeof CaseRow>

/** A case as its page shows it. Comments, internal comments and attachments have rooms of their own. */
export const Case = z.extend(CaseRow, {
  trackerKey: z.nullable(z.string()),
  description: z.string(),
  contact: z.nullable(z.string()),
  deployment: z.nullable(z.object({ id: z.string(), name: z.string(), softwareVersion: z.nullable(z.string()) })),
  firstResponse: z.nullable(z.iso.datetime()),
  blocked: z.boolean(),
  isIssueOnSupportTabActive: z.boolean(),
  watchers: z.array(PersonRef),
  addressees: z.array(PersonRef),
  attachmentCount: z.int(),
  /** Vendor staff only; absent for customers. */
  latestInternalComment: z.optional(z.nullable(z.string())),
  /** What the caller may do with it now. */
  actions: z.array(
    z.enum([
      'activate',
      'resolve',
      'decline',
      'close',
      'edit',
      'comment',
      'comment-internal',
      'attach',
      'watch',
      'assign',
      'status',
      'delete',
    ]),
  ),
})
export type Case = z.output<typeof Case>

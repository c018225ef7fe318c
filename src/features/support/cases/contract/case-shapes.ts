import * as z from 'zod/mini'
import { UserRef } from '#features/accounts/accounts/contract.ts'
import {
  CaseLinkKind,
  CasePriority,
  CaseStatus,
  CaseType,
  milestoneNames,
  ResolutionReason,
} from '#features/support/case-access/contract.ts'
import { description, eachText, labels, line, username } from './case-fields.ts'

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
  reporter: UserRef,
  assignee: z.nullable(UserRef),
  isWatchedByCurrentUser: z.boolean(),
  /** Changed by another user since the caller last read it. */
  unread: z.boolean(),
  commentCount: z.int(),
  created: z.iso.datetime(),
  updated: z.iso.datetime(),
  resolved: z.nullable(z.iso.datetime()),
  /** Ended more than 30 days ago. */
  outdated: z.boolean(),
  /** When the first of its running SLA clocks is due. */
  due: z.nullable(z.iso.datetime()),
  version: z.int(),
})
export type CaseRow = z.output<typeof CaseRow>

/** A row of a list of cases: with `projection=summary` it has only what every list shows; the other members are absent. */
export const ListedCase = z.partial(CaseRow, {
  id: true,
  account: true,
  accountId: true,
  internal: true,
  product: true,
  productVersion: true,
  labels: true,
  reporter: true,
  isWatchedByCurrentUser: true,
  commentCount: true,
  created: true,
  resolved: true,
  outdated: true,
  due: true,
  version: true,
})
export type ListedCase = z.output<typeof ListedCase>

/** Another case that the case is linked to; only those that the caller may read. */
export const CaseLink = z.object({
  kind: CaseLinkKind,
  key: z.string(),
  subject: z.string(),
  status: CaseStatus,
  type: CaseType,
  account: z.string(),
  accountId: z.string(),
  internal: z.boolean(),
})
export type CaseLink = z.output<typeof CaseLink>

/** R&D's progress on a case; derived, never typed. */
export const Milestone = z.object({
  name: z.enum(milestoneNames),
  /** The bundle that holds the fix. */
  bundle: z.nullable(z.string()),
  at: z.iso.datetime(),
})
export type Milestone = z.output<typeof Milestone>

/** An SLA clock of a case. One that is running is overdue when its due time is in the past. */
export const SlaClock = z.object({
  kind: z.enum(['FIRST_RESPONSE', 'NEXT_UPDATE', 'RESOLUTION']),
  state: z.enum(['RUNNING', 'PAUSED', 'MET', 'MISSED']),
  /** The target, in minutes of business hours where `business` is set. */
  minutes: z.int(),
  business: z.boolean(),
  due: z.nullable(z.iso.datetime()),
  /** When three quarters of the time are used. */
  warn: z.nullable(z.iso.datetime()),
  ended: z.nullable(z.iso.datetime()),
  /** Minutes left while it is paused. */
  left: z.nullable(z.int()),
  pausedBecause: z.nullable(z.enum(['WAITING_FOR_CUSTOMER'])),
})
export type SlaClock = z.output<typeof SlaClock>

/** A case as its page shows it. Comments, internal comments and attachments have their own endpoints. */
export const Case = z.extend(CaseRow, {
  /** When the caller last read it; null = never. */
  seenAt: z.nullable(z.iso.datetime()),
  trackerKey: z.nullable(z.string()),
  /** Its id in the ticket system of the account. */
  externalId: z.nullable(z.string()),
  /**
   * Whether its tracker has everything; null where the portal alone holds the case. `error` is why a message was
   * rejected, for vendor staff.
   */
  sync: z.nullable(
    z.object({
      state: z.enum(['SYNCED', 'PENDING', 'FAILED']),
      since: z.nullable(z.iso.datetime()),
      error: z.nullable(z.string()),
      system: z.enum(['jira', 'jsm']),
    }),
  ),
  description: z.string(),
  ...eachText(() => z.nullable(z.string())),
  deployment: z.nullable(z.object({ id: z.string(), name: z.string(), softwareVersion: z.nullable(z.string()) })),
  /** Why it was resolved; null while it is open or where no reason was given. */
  issueReason: z.nullable(ResolutionReason),
  /** Its id in the CRM. */
  crmId: z.nullable(z.string()),
  links: z.array(CaseLink),
  /** The state of its conversion to an outage; null where none was requested. */
  conversion: z.nullable(z.enum(['QUEUED', 'DONE'])),
  /** Null while the case is not linked to an R&D issue. */
  milestone: z.nullable(Milestone),
  firstResponse: z.nullable(z.iso.datetime()),
  clocks: z.array(SlaClock),
  /** A change of the case or of a setting is not in the clocks yet. */
  clocksPending: z.boolean(),
  blocked: z.boolean(),
  isIssueOnSupportTabActive: z.boolean(),
  watchers: z.array(UserRef),
  addressees: z.array(UserRef),
  attachmentCount: z.int(),
  /** Vendor staff only; absent for customers. */
  latestInternalComment: z.optional(z.nullable(z.string())),
  /** Vendor staff only: the R&D issue, its page, and the bundles that name this case. */
  rndIssue: z.optional(z.nullable(z.object({ key: z.string(), subject: z.string(), status: z.string() }))),
  rndIssueUrl: z.optional(z.nullable(z.string())),
  bundles: z.optional(z.array(z.object({ id: z.string(), name: z.string() }))),
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
      'link',
      'escalate',
      'convert',
      'status',
      'delete',
    ]),
  ),
})
export type Case = z.output<typeof Case>

/** The input of a new case. */
export const NewCase = z.strictObject({
  subject: line(),
  description,
  priority: z.enum(['LOW', 'MEDIUM', 'HIGH']),
  type: z._default(z.optional(z.enum(['CASE'])), 'CASE'),
  internal: z.optional(z.boolean()),
  /** Service is down: the priority is HIGH, and the vendor's NOC is notified at once. */
  serviceDown: z.optional(z.boolean()),
  ...eachText((most) => z.optional(line(most))),
  deploymentId: z.optional(z.string().check(z.maxLength(64))),
  labels: z.optional(labels),
  /** User names of users to notify; they become watchers. */
  addressees: z.optional(z.array(username).check(z.maxLength(50))),
  /** Files uploaded with the draft. */
  draftFileIds: z.optional(z.array(z.string().check(z.maxLength(64))).check(z.maxLength(50))),
})
export type NewCase = z.output<typeof NewCase>

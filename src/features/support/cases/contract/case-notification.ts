import * as z from 'zod/mini'
import {
  CasePriority,
  CaseStatus,
  CaseType,
  caseActions,
  caseOrigin,
  ResolutionReason,
  readCases,
  seeInternal,
} from '#features/support/case-access/contract.ts'
import { changesTo, defineEvent, factsForAccounts } from '#kit/contract/event.ts'
import { topic } from '#kit/contract/topic.ts'

export const caseCreated = defineEvent('case.created', {
  audience: 'account',
  text: 'filed {subject}',
  data: {
    ...caseOrigin,
    serviceDown: z.optional(z.boolean()),
    caseId: z.int(),
    subject: z.string(),
    priority: z.nullable(CasePriority),
    addressees: z.optional(z.array(z.string())),
    files: z.optional(z.array(z.string())),
  },
})
export const caseEdited = defineEvent('case.edited', {
  audience: 'account',
  text: 'edited {subject}',
  data: {
    ...caseOrigin,
    caseId: z.int(),
    changes: changesTo({
      priority: CasePriority,
      subject: z.string(),
      description: z.string(),
      labels: z.array(z.string()),
      product: z.string(),
      productVersion: z.string(),
      contact: z.string(),
      crmId: z.string(),
      assignee: z.string(),
      externalId: z.string(),
    }),
  },
})
export const caseMoved = defineEvent('case.status-changed', {
  audience: 'account',
  text: 'changed the status of {subject}',
  data: {
    ...caseOrigin,
    caseId: z.int(),
    changes: changesTo({
      status: CaseStatus,
      correction: z.string(),
      issueReason: ResolutionReason,
      comment: z.string(),
    }),
    commentId: z.optional(z.int()),
    byVendor: z.optional(z.boolean()),
    outageEnded: z.optional(z.string()),
    action: z.optional(z.enum(caseActions)),
  },
})
export const caseWatched = defineEvent('case.watched', {
  audience: 'account',
  text: 'started watching {subject}',
  data: { ...caseOrigin, caseId: z.int(), changes: changesTo({ watcher: z.string() }) },
})
export const caseUnwatched = defineEvent('case.unwatched', {
  audience: 'account',
  text: 'stopped watching {subject}',
  data: { ...caseOrigin, caseId: z.int(), changes: changesTo({ watcher: z.string() }) },
})
export const caseDeleted = defineEvent('case.deleted', {
  audience: 'account',
  text: 'deleted {subject}',
  data: {
    ...caseOrigin,
    caseId: z.int(),
    subject: z.string(),
    status: CaseStatus,
    priority: CasePriority,
    type: CaseType,
  },
})
/** The same actions on the internal side, which no customer ever reads. */
export const internalCaseEvents = {
  created: defineEvent('case.internal-created', {
    audience: 'vendor',
    text: 'filed {subject}',
    data: {
      serviceDown: z.optional(z.boolean()),
      caseId: z.int(),
      subject: z.string(),
      priority: z.nullable(CasePriority),
      addressees: z.optional(z.array(z.string())),
      files: z.optional(z.array(z.string())),
    },
  }),
  edited: defineEvent('case.internal-edited', {
    audience: 'vendor',
    text: 'edited {subject}',
    data: {
      caseId: z.int(),
      changes: changesTo({
        priority: CasePriority,
        subject: z.string(),
        description: z.string(),
        labels: z.array(z.string()),
        product: z.string(),
        productVersion: z.string(),
        contact: z.string(),
        crmId: z.string(),
        assignee: z.string(),
      }),
    },
  }),
  moved: defineEvent('case.internal-status-changed', {
    audience: 'vendor',
    text: 'changed the status of {subject}',
    data: {
      caseId: z.int(),
      changes: changesTo({
        status: CaseStatus,
        correction: z.string(),
        issueReason: ResolutionReason,
        comment: z.string(),
      }),
      commentId: z.optional(z.int()),
      byVendor: z.optional(z.boolean()),
      outageEnded: z.optional(z.string()),
      action: z.optional(z.enum(caseActions)),
    },
  }),
} as const

factsForAccounts('case', [
  ...['caseId', 'action', 'serviceDown', 'status', 'priority', 'type', 'assignee', 'addressees', 'watcher', 'watchers'],
  ...['labels', 'product', 'productVersion', 'deployment', 'bundle', 'crmId', 'externalId', 'issueReason'],
])

/** The content of live messages of cases; pages refetch. */
export const CaseMessage = z.object({
  key: z.string(),
  account: z.string(),
  event: z.string(),
  status: CaseStatus,
  priority: CasePriority,
  type: CaseType,
  subject: z.string(),
  internal: z.boolean(),
  by: z.nullable(z.string()),
})
export type CaseMessage = z.output<typeof CaseMessage>

/** All cases, for vendor staff; each message only to users who may read that account. */
export const casesUpdated = topic({
  destination: '/topic/jira-issues/updated/{vendor}',
  summary: 'A case changed (vendor staff)',
  guard: seeInternal,
  message: CaseMessage,
})
/** Cases of one account on the customer side. */
export const accountCasesUpdated = topic({
  destination: '/topic/jira-issues/updated/customer/{account}',
  summary: 'A case of the account changed',
  guard: readCases,
  message: CaseMessage,
})
/** A case was filed that concerns the user. */
export const caseFiled = topic({
  destination: '/user/topic/jira-issues/created',
  summary: 'A case was filed',
  guard: 'signed-in',
  message: CaseMessage,
})
export const caseNotified = topic({
  destination: '/user/topic/jira-issues/messages/created',
  summary: 'A case that the user reported, watches or is assigned to changed: a comment, a status or a field',
  guard: 'signed-in',
  message: z.object({
    id: z.string(),
    type: z.enum(['chat', 'issueTracker']),
    key: z.string(),
    account: z.string(),
    subject: z.string(),
    internal: z.boolean(),
    by: z.nullable(z.string()),
    /** The event, and the status of the case after it. */
    event: z.string(),
    status: CaseStatus,
  }),
})

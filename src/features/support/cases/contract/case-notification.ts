import * as z from 'zod/mini'
import { CasePriority, CaseStatus, CaseType, readCases, seeInternal } from '#features/support/case-access/contract.ts'
import { defineEvent, factsForAccounts } from '#kit/contract/event.ts'
import { topic } from '#kit/contract/topic.ts'

export const caseCreated = defineEvent('case.created', 'account')
export const caseEdited = defineEvent('case.edited', 'account')
export const caseMoved = defineEvent('case.status-changed', 'account', 'case.moved')
export const caseWatched = defineEvent('case.watched', 'account')
export const caseUnwatched = defineEvent('case.unwatched', 'account')
export const caseDeleted = defineEvent('case.deleted', 'account')
/** The same actions on the internal side, which no customer ever reads. */
export const internalCaseEvents = {
  created: defineEvent('case.internal-created', 'vendor'),
  edited: defineEvent('case.internal-edited', 'vendor'),
  moved: defineEvent('case.internal-status-changed', 'vendor', 'case.internal-moved'),
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

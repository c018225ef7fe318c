import * as z from 'zod/mini'
import { accountProblems, PersonRef } from '#features/accounts/contract.ts'
import { everyVendorRole, roles } from '#features/roles/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { eventKind } from '#kit/contract/event.ts'
import { halList, listQuery } from '#kit/contract/hal.ts'
import { permission } from '#kit/contract/permission.ts'
import { problems } from '#kit/contract/problem.ts'
import { topic } from '#kit/contract/topic.ts'
import en from './messages/en.json' with { type: 'json' }

/** Read cases of an account; contractors only those they reported or watch. */
export const readCases = permission('case:read', everyVendorRole, roles('MANAGER', 'USER', 'CUST_CONTRACTOR'))
/** Every case of an account. The table of rights has no such row: it tells those who see all from contractors, who must not even hear of the rest. */
export const readEveryCase = permission('case:read-every', everyVendorRole, roles('MANAGER', 'USER'))
export const createCases = permission('case:create', everyVendorRole, roles('MANAGER', 'USER', 'CUST_CONTRACTOR'))
export const commentCases = permission('case:comment', everyVendorRole, roles('MANAGER', 'USER', 'CUST_CONTRACTOR'))
export const attachToCases = permission('case:attach', everyVendorRole, roles('MANAGER', 'USER', 'CUST_CONTRACTOR'))
export const watchCases = permission('case:watch', everyVendorRole, roles('MANAGER', 'USER', 'CUST_CONTRACTOR'))
/** Internal cases, internal comments and the `internal/` path segment: vendor staff alone. */
export const seeInternal = permission('case:internal', everyVendorRole)
/** Every move of a case; see `customerMayMove` for what reporter and manager may do besides. */
export const moveCases = permission('case:transition', everyVendorRole, roles('MANAGER', 'USER', 'CUST_CONTRACTOR'))
export const editCases = permission('case:edit', everyVendorRole, roles('MANAGER', 'USER', 'CUST_CONTRACTOR'))
export const deleteCases = permission('case:delete', roles('ADMIN', 'HARMONIC_TAC_MANAGER'))

export const caseProblems = problems(en.problems, {
  'case-not-found': 404,
  'case-move-not-allowed': 409,
  'deployment-missing': 409,
  'person-not-addressable': 400,
  'case-not-editable': 409,
})

export const CaseType = z.enum(['CASE', 'OUTAGE', 'RMA'])
export const CaseStatus = z.enum([
  'NEW',
  'OPEN',
  'IN_PROGRESS',
  'WAITING_FOR_CUSTOMER',
  'WAITING_FOR_VENDOR',
  'ESCALATED',
  'RESOLVED',
  'CLOSED',
  'DECLINED',
])
export type CaseStatus = z.output<typeof CaseStatus>
export const CasePriority = z.enum(['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'])
export const CaseAction = z.enum(['activate', 'resolve', 'decline', 'close'])
export type CaseAction = z.output<typeof CaseAction>

/** Statuses in which somebody still has something to do. */
export const openStatuses: readonly CaseStatus[] = [
  'NEW',
  'OPEN',
  'IN_PROGRESS',
  'WAITING_FOR_CUSTOMER',
  'WAITING_FOR_VENDOR',
  'ESCALATED',
]

const moves: Readonly<Record<CaseAction, { from: readonly CaseStatus[]; to: CaseStatus }>> = {
  activate: { from: ['NEW', 'RESOLVED', 'CLOSED', 'DECLINED'], to: 'OPEN' },
  resolve: { from: openStatuses, to: 'RESOLVED' },
  decline: { from: ['NEW', 'OPEN'], to: 'DECLINED' },
  close: { from: ['RESOLVED', 'DECLINED'], to: 'CLOSED' },
}

/** The status that the action leads to, or null where it is not allowed. The reporter may close from any open status. */
export function caseMove(status: CaseStatus, action: CaseAction, isReporter: boolean): CaseStatus | null {
  if (action === 'close' && isReporter && openStatuses.includes(status)) return 'CLOSED'
  const move = moves[action]
  return move.from.includes(status) ? move.to : null
}

/** Which moves a customer may make: the reporter and the account's manager may close and re-activate. */
export function customerMayMove(action: CaseAction, as: { isReporter: boolean; isManager: boolean }): boolean {
  return (action === 'close' || action === 'activate') && (as.isReporter || as.isManager)
}

/** Statuses that vendor staff set by hand while a case is open. */
export const workStatuses: readonly CaseStatus[] = ['OPEN', 'IN_PROGRESS', 'WAITING_FOR_CUSTOMER', 'WAITING_FOR_VENDOR']

const line = (most = 250) => z.string().check(z.minLength(1), z.maxLength(most), z.regex(/^[^\r\n]*\S[^\r\n]*$/))
const label = z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,49}$/))
const labels = z.array(label).check(z.maxLength(20))
const description = z.string().check(z.maxLength(32_767))
const username = z.string().check(z.maxLength(320))

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

export const caseFilters = {
  account: z.optional(z.array(z.string().check(z.maxLength(32)))),
  type: z.optional(z.array(CaseType)),
  status: z.optional(z.array(CaseStatus)),
  priority: z.optional(z.array(CasePriority)),
  assignee: z.optional(z.array(username)),
  reporter: z.optional(z.array(username)),
  product: z.optional(z.array(z.string().check(z.maxLength(100)))),
  labels: z.optional(z.array(label)),
  /** Only open ones, or only ended ones. */
  open: z.optional(z.boolean()),
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
  /** Full text over key, subject, description and comments; forgives typing errors. */
  q: z.optional(z.string().check(z.maxLength(250))),
  text: z.optional(z.string().check(z.maxLength(250))),
}
const sortable = ['updatedAt', 'createdAt', 'key', 'subject', 'status', 'priority', 'account'] as const
const searchQuery = listQuery(sortable, caseFilters)
const issues = '/api/plugins/jira/issues'
const cases = { tag: 'Cases', guard: readCases } as const
/** Far more than a person at a screen that updates itself, and less than a program run wild. */
const searchLimit = { count: 1_200, seconds: 60 } as const
const byKey = z.strictObject({ issueKey: z.string().check(z.maxLength(64)) })
const notFound = caseProblems['case-not-found']

export const searchCases = endpoint({
  ...cases,
  name: 'searchCases',
  method: 'GET',
  url: `${issues}/search`,
  summary: 'Cases that the caller may see',
  query: searchQuery,
  reply: halList('issues', CaseRow),
  problems: [accountProblems['account-not-found']],
  csv: true,
  limit: searchLimit,
})

export const searchCasesByBody = endpoint({
  ...cases,
  name: 'searchCasesByBody',
  method: 'POST',
  url: `${issues}/search`,
  summary: 'The same search, its filters in the body',
  query: listQuery(sortable, {}),
  body: z.strictObject({ filters: z.optional(z.strictObject(caseFilters)) }),
  reply: halList('issues', CaseRow),
  limit: searchLimit,
  problems: [accountProblems['account-not-found']],
})

export const countCases = endpoint({
  ...cases,
  name: 'countCases',
  method: 'GET',
  url: `${issues}/count`,
  summary: 'How many cases match',
  limit: searchLimit,
  query: z.strictObject(caseFilters),
  reply: z.object({ count: z.int(), capped: z.optional(z.boolean()) }),
  problems: [accountProblems['account-not-found']],
})

export const findSimilarCases = endpoint({
  ...cases,
  name: 'findSimilarCases',
  method: 'GET',
  url: `${issues}/similar`,
  summary: 'Cases like the text being typed, the most alike first',
  limit: { count: 300, seconds: 60 },
  query: z.strictObject({
    account: z.string().check(z.maxLength(32)),
    text: z.string().check(z.minLength(3), z.maxLength(2000)),
  }),
  reply: z.object({
    _embedded: z.object({
      issues: z.array(
        z.extend(CaseRow, {
          /** 0 to 1. */
          likeness: z.number(),
          matched: z.array(z.string()),
        }),
      ),
    }),
  }),
  problems: [accountProblems['account-not-found']],
})

export const readCase = endpoint({
  ...cases,
  name: 'readCase',
  method: 'GET',
  url: `${issues}/{key}`,
  summary: 'One case, by its own or its tracker key',
  params: z.strictObject({ key: z.string().check(z.maxLength(64)) }),
  reply: Case,
  problems: [notFound],
})

export const NewCase = z.strictObject({
  subject: line(),
  description,
  priority: z.enum(['LOW', 'MEDIUM', 'HIGH']),
  type: z._default(z.optional(z.enum(['CASE'])), 'CASE'),
  internal: z.optional(z.boolean()),
  product: z.optional(line(100)),
  productVersion: z.optional(line(100)),
  deploymentId: z.optional(z.string().check(z.maxLength(64))),
  contact: z.optional(line()),
  labels: z.optional(labels),
  /** User names of people who should hear of it; they become watchers. */
  addressees: z.optional(z.array(username).check(z.maxLength(50))),
  /** Files uploaded with the draft. */
  draftFileIds: z.optional(z.array(z.string().check(z.maxLength(64))).check(z.maxLength(50))),
})
export type NewCase = z.output<typeof NewCase>

export const createCase = endpoint({
  tag: 'Cases',
  guard: createCases,
  name: 'createCase',
  method: 'POST',
  url: issues,
  summary: 'File a case',
  status: 201,
  query: z.strictObject({ account: z.string().check(z.maxLength(32)) }),
  body: NewCase,
  reply: Case,
  problems: [
    accountProblems['account-not-found'],
    caseProblems['deployment-missing'],
    caseProblems['person-not-addressable'],
  ],
})

export const editCase = endpoint({
  tag: 'Cases',
  guard: editCases,
  name: 'editCase',
  method: 'PATCH',
  url: `${issues}/{key}`,
  summary: 'Change a case',
  params: z.strictObject({ key: z.string().check(z.maxLength(64)) }),
  body: z.strictObject({
    subject: z.optional(line()),
    description: z.optional(description),
    priority: z.optional(CasePriority),
    status: z.optional(CaseStatus),
    assignee: z.optional(z.nullable(username)),
    labels: z.optional(labels),
    product: z.optional(z.nullable(line(100))),
    productVersion: z.optional(z.nullable(line(100))),
    contact: z.optional(z.nullable(line())),
  }),
  reply: Case,
  problems: [
    notFound,
    caseProblems['case-not-editable'],
    caseProblems['case-move-not-allowed'],
    caseProblems['person-not-addressable'],
  ],
})

export const deleteCase = endpoint({
  tag: 'Cases',
  guard: deleteCases,
  name: 'deleteCase',
  method: 'DELETE',
  url: `${issues}/{key}`,
  summary: 'Delete a case',
  params: z.strictObject({ key: z.string().check(z.maxLength(64)) }),
  problems: [notFound],
})

function moveEndpoint<const Action extends CaseAction>(action: Action, summary: string) {
  return endpoint({
    tag: 'Cases',
    guard: moveCases,
    name: `${action}Case`,
    method: 'POST',
    url: `${issues}/fire/${action}`,
    summary,
    query: byKey,
    body: z.optional(z.strictObject({ comment: z.optional(description) })),
    reply: Case,
    problems: [notFound, caseProblems['case-move-not-allowed']],
  })
}
export const activateCase = moveEndpoint('activate', 'Open a new, ended or declined case')
export const resolveCase = moveEndpoint('resolve', 'Resolve an open case')
export const declineCase = moveEndpoint('decline', 'Decline a new or open case')
export const closeCase = moveEndpoint('close', 'Close a resolved or declined case; the reporter, any open one')

export const listAddressees = endpoint({
  ...cases,
  name: 'listAddressees',
  method: 'GET',
  url: `${issues}/addressees`,
  summary: 'People who can be told of a case of the account',
  query: z.strictObject({
    account: z.string().check(z.maxLength(32)),
    q: z.optional(z.string().check(z.maxLength(100))),
    /** Only those who may read what is internal. */
    internal: z.optional(z.boolean()),
  }),
  reply: halList('addressees', z.extend(PersonRef, { vendor: z.boolean() })),
  problems: [accountProblems['account-not-found']],
})

export const watchCase = endpoint({
  tag: 'Cases',
  guard: watchCases,
  name: 'watchCase',
  method: 'POST',
  url: `${issues}/watchers`,
  summary: 'Add a watcher; without a name, oneself',
  query: byKey,
  body: z.optional(z.strictObject({ username: z.optional(username) })),
  problems: [notFound, caseProblems['person-not-addressable']],
})

export const unwatchCase = endpoint({
  tag: 'Cases',
  guard: watchCases,
  name: 'unwatchCase',
  method: 'DELETE',
  url: `${issues}/watchers`,
  summary: 'Remove a watcher; without a name, oneself',
  query: z.extend(byKey, { username: z.optional(username) }),
  problems: [notFound],
})

export const markCaseRead = endpoint({
  ...cases,
  name: 'markCaseRead',
  method: 'POST',
  url: `${issues}/read`,
  summary: 'Remember that the caller has looked at the case',
  query: byKey,
  problems: [notFound],
})

/** One recorded event of a case, as its History tab shows it. */
export const HistoryEntry = z.object({
  id: z.string(),
  name: z.string(),
  at: z.iso.datetime(),
  by: z.nullable(z.string()),
  impersonatedBy: z.nullable(z.string()),
  changes: z.record(z.string(), z.tuple([z.unknown(), z.unknown()])),
  internal: z.boolean(),
})
export const readCaseHistory = endpoint({
  ...cases,
  name: 'readCaseHistory',
  method: 'GET',
  url: `${issues}/history`,
  summary: 'What happened to a case, newest first; read from events alone',
  query: z.extend(listQuery(['at'], {}), { issueKey: z.string().check(z.maxLength(64)) }),
  reply: halList('entries', HistoryEntry),
  problems: [notFound],
})

export const listFieldOptions = endpoint({
  ...cases,
  name: 'listFieldOptions',
  method: 'GET',
  url: '/api/plugins/jira/field-options',
  summary: 'Values offered for a field of a case',
  query: z.strictObject({
    field: z.enum(['product', 'productVersion', 'label', 'deployment']),
    account: z.optional(z.string().check(z.maxLength(32))),
    product: z.optional(z.string().check(z.maxLength(100))),
  }),
  reply: z.object({
    _embedded: z.object({
      options: z.array(z.object({ value: z.string(), label: z.string(), hint: z.nullable(z.string()) })),
    }),
  }),
  problems: [accountProblems['account-not-found']],
})

export const listTrackerConfigs = endpoint({
  ...cases,
  name: 'listTrackerConfigs',
  method: 'GET',
  url: '/api/plugins/jira/configs',
  summary: 'Project keys and tracker of the accounts',
  query: z.strictObject({ account: z.optional(z.string().check(z.maxLength(32))) }),
  reply: halList(
    'configs',
    z.object({
      account: z.string(),
      projectKey: z.string(),
      projectLabel: z.string(),
      targetSystem: z.enum(['embedded', 'jira', 'jsm']),
    }),
  ),
  problems: [accountProblems['account-not-found']],
})

export const caseCreated = eventKind('case.created', 'account')
export const caseEdited = eventKind('case.edited', 'account')
export const caseMoved = eventKind('case.moved', 'account')
export const caseWatched = eventKind('case.watched', 'account')
export const caseUnwatched = eventKind('case.unwatched', 'account')
export const caseDeleted = eventKind('case.deleted', 'account')
/** The same verbs on the internal side, which no customer ever reads. */
export const internalCaseEvents = {
  created: eventKind('case.internal-created', 'vendor'),
  edited: eventKind('case.internal-edited', 'vendor'),
  moved: eventKind('case.internal-moved', 'vendor'),
} as const

/** The small fact that live messages of cases carry; pages refetch. */
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

/** All cases, for vendor staff; each message only to those who may read that account. */
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
/** A case was filed that the person should hear of. */
export const caseFiled = topic({
  destination: '/user/topic/jira-issues/created',
  summary: 'A case was filed',
  guard: 'signed-in',
  message: CaseMessage,
})
export const caseNotified = topic({
  destination: '/user/topic/jira-issues/messages/created',
  summary: 'Somebody wrote in a case that the person reported, watches or is assigned to',
  guard: 'signed-in',
  message: z.object({
    id: z.string(),
    type: z.enum(['chat', 'issueTracker']),
    key: z.string(),
    account: z.string(),
    subject: z.string(),
    internal: z.boolean(),
    by: z.nullable(z.string()),
  }),
})

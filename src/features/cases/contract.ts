import * as z from 'zod/mini'
import { accountProblems, PersonRef } from '#features/accounts/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { halList, listQuery } from '#kit/contract/hal.ts'
import {
  caseProblems,
  createCases,
  deleteCases,
  editCases,
  moveCases,
  readCases,
  watchCases,
} from './contract/case-rights.ts'
import { Case, CaseRow } from './contract/case-shapes.ts'
import { type CaseAction, CasePriority, CaseStatus, CaseType } from './contract/case-state.ts'

export {
  accountCasesUpdated,
  CaseMessage,
  caseCreated,
  caseDeleted,
  caseEdited,
  caseFiled,
  caseMoved,
  caseNotified,
  casesUpdated,
  caseUnwatched,
  caseWatched,
  internalCaseEvents,
} from './contract/case-news.ts'
export {
  attachToCases,
  caseProblems,
  commentCases,
  createCases,
  deleteCases,
  editCases,
  moveCases,
  readCases,
  readEveryCase,
  seeInternal,
  watchCases,
} from './contract/case-rights.ts'
export { Case, CaseRow } from './contract/case-shapes.ts'
export {
  CaseAction,
  CasePriority,
  CaseStatus,
  CaseType,
  caseMove,
  customerMayMove,
  openStatuses,
  workStatuses,
} from './contract/case-state.ts'

const line = (most = 250) => z.string().check(z.minLength(1), z.maxLength(most), z.regex(/^[^\r\n]*\S[^\r\n]*$/))
const label = z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,49}$/))
const labels = z.array(label).check(z.maxLength(20))
const description = z.string().check(z.maxLength(32_767))
const username = z.string().check(z.maxLength(320))

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

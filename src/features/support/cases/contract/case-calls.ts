import * as z from 'zod/mini'
import { accountProblems } from '#features/accounts/accounts/contract.ts'
import {
  CasePriority,
  CaseStatus,
  caseProblems,
  createCases,
  deleteCases,
  editCases,
  readCases,
} from '#features/support/case-access/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { halList, listQuery } from '#kit/contract/hal.ts'
import { issues } from './case-address.ts'
import { crmId, description, eachText, labels, line, username } from './case-fields.ts'
import { Case, NewCase } from './case-shapes.ts'

const cases = { tag: 'Cases', guard: readCases } as const
const notFound = caseProblems['case-not-found']

export const readCase = endpoint({
  ...cases,
  name: 'readCase',
  method: 'GET',
  url: `${issues}/{key}`,
  summary: 'Read a case by its key or its tracker key',
  params: z.strictObject({ key: z.string().check(z.maxLength(64)) }),
  reply: Case,
  problems: [notFound],
})

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
    caseProblems['invalid-recipient'],
  ],
})

export const editCase = endpoint({
  tag: 'Cases',
  guard: editCases,
  name: 'editCase',
  method: 'PATCH',
  url: `${issues}/{key}`,
  summary: 'Edit a case',
  params: z.strictObject({ key: z.string().check(z.maxLength(64)) }),
  body: z.strictObject({
    subject: z.optional(line()),
    description: z.optional(description),
    priority: z.optional(CasePriority),
    status: z.optional(CaseStatus),
    assignee: z.optional(z.nullable(username)),
    labels: z.optional(labels),
    ...eachText((most) => z.optional(z.nullable(line(most)))),
    crmId: z.optional(z.nullable(crmId)),
  }),
  reply: Case,
  problems: [
    notFound,
    caseProblems['case-not-editable'],
    caseProblems['case-transition-not-allowed'],
    caseProblems['invalid-recipient'],
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
  summary: 'List the events of a case, newest first',
  query: z.extend(listQuery(['at'], {}), { issueKey: z.string().check(z.maxLength(64)) }),
  reply: halList('entries', HistoryEntry),
  problems: [notFound],
})

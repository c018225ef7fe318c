import * as z from 'zod/mini'
import { accountProblems, UserRef } from '#features/accounts/accounts/contract.ts'
import { caseProblems, readCases, watchCases } from '#features/support/case-access/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { halList } from '#kit/contract/hal.ts'
import { issues } from './case-address.ts'
import { byKey, username } from './case-fields.ts'

const cases = { tag: 'Cases', guard: readCases } as const
const notFound = caseProblems['case-not-found']

export const listAddressees = endpoint({
  ...cases,
  name: 'listAddressees',
  method: 'GET',
  url: `${issues}/addressees`,
  summary: 'List the users who can be notified of a case of the account',
  query: z.strictObject({
    account: z.string().check(z.maxLength(32)),
    q: z.optional(z.string().check(z.maxLength(100))),
    /** Only users who may read internal texts. */
    internal: z.optional(z.boolean()),
  }),
  reply: halList('addressees', z.extend(UserRef, { vendor: z.boolean() })),
  problems: [accountProblems['account-not-found']],
})

export const watchCase = endpoint({
  tag: 'Cases',
  guard: watchCases,
  name: 'watchCase',
  method: 'POST',
  url: `${issues}/watchers`,
  summary: 'Add a watcher; without a name, yourself',
  query: byKey,
  body: z.optional(z.strictObject({ username: z.optional(username) })),
  problems: [notFound, caseProblems['invalid-recipient']],
})

export const unwatchCase = endpoint({
  tag: 'Cases',
  guard: watchCases,
  name: 'unwatchCase',
  method: 'DELETE',
  url: `${issues}/watchers`,
  summary: 'Remove a watcher; without a name, yourself',
  query: z.extend(byKey, { username: z.optional(username) }),
  problems: [notFound],
})

export const markCaseRead = endpoint({
  ...cases,
  name: 'markCaseRead',
  method: 'POST',
  url: `${issues}/read`,
  summary: 'Mark the case as read',
  query: byKey,
  problems: [notFound],
})

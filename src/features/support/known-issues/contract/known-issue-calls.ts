import * as z from 'zod/mini'
import { accountProblems } from '#features/accounts/accounts/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { afterPage, halList, listQuery } from '#kit/contract/hal.ts'
import { problems } from '#kit/contract/problem.ts'
import { knownIssueSeverities, knownIssueStates } from './known-issue-enums.ts'
import { knownIssueKey } from './known-issue-fields.ts'
import { manageKnownIssues, readEveryKnownIssue, readKnownIssues } from './known-issue-permissions.ts'
import {
  InternalKnownIssueNote,
  KnownIssue,
  KnownIssueCase,
  KnownIssueChanges,
  KnownIssueDetail,
  MatchingKnownIssue,
  NewKnownIssue,
} from './known-issue-shapes.ts'

export const knownIssueProblems = problems({
  'known-issue-not-found': { status: 404, text: 'The known issue {key} was not found.' },
  'known-issue-already-linked': { status: 409, text: '{key} is linked to {issue} already.' },
  'known-issue-not-linked': { status: 404, text: '{key} is not linked to {issue}.' },
})

const url = '/api/known-issues'
const shared = { tag: 'Known issues', guard: readKnownIssues } as const
const byKey = z.strictObject({ key: knownIssueKey })
const account = z.string().check(z.maxLength(32))
const product = z.string().check(z.maxLength(100))
const notFound = knownIssueProblems['known-issue-not-found']

export const listKnownIssues = endpoint({
  ...shared,
  optionalPermissions: [readEveryKnownIssue],
  name: 'listKnownIssues',
  method: 'GET',
  url,
  summary: 'List known issues, the last changed first: staff all, customers those that affect their deployments',
  query: listQuery(['updated', 'key'], {
    ...afterPage,
    /** The key, or words. */
    q: z.optional(z.string().check(z.maxLength(200))),
    product: z.optional(z.array(product).check(z.maxLength(50))),
    severity: z.optional(z.array(z.enum(knownIssueSeverities))),
    state: z.optional(z.array(z.enum(knownIssueStates))),
    published: z.optional(z.boolean()),
    /** Only those that affect a deployment of the account. */
    account: z.optional(account),
  }),
  reply: halList('knownIssues', KnownIssue),
  problems: [accountProblems['account-not-found']],
})
export const readKnownIssue = endpoint({
  ...shared,
  name: 'readKnownIssue',
  method: 'GET',
  url: `${url}/{key}`,
  summary: 'Read a known issue with the deployments that it affects',
  params: byKey,
  reply: KnownIssueDetail,
  problems: [notFound],
})
export const readKnownIssueNote = endpoint({
  ...shared,
  guard: readEveryKnownIssue,
  name: 'readKnownIssueNote',
  method: 'GET',
  url: `${url}/{key}/note`,
  summary: 'Read the internal note of a known issue (vendor staff)',
  params: byKey,
  reply: InternalKnownIssueNote,
  problems: [notFound],
})
export const listKnownIssueCases = endpoint({
  ...shared,
  name: 'listKnownIssueCases',
  method: 'GET',
  url: `${url}/{key}/cases`,
  summary: 'List the cases that are linked to a known issue and that the caller may read, the last changed first',
  params: byKey,
  query: listQuery(['updated'], {}),
  reply: halList('cases', KnownIssueCase),
  problems: [notFound],
})
export const declareKnownIssue = endpoint({
  ...shared,
  guard: manageKnownIssues,
  name: 'declareKnownIssue',
  method: 'POST',
  url,
  summary: 'Declare a known issue',
  status: 201,
  body: NewKnownIssue,
  reply: KnownIssueDetail,
  problems: [],
})
export const editKnownIssue = endpoint({
  ...shared,
  guard: manageKnownIssues,
  name: 'editKnownIssue',
  method: 'PATCH',
  url: `${url}/{key}`,
  summary: 'Edit a known issue, publish it or withdraw it',
  params: byKey,
  body: KnownIssueChanges,
  reply: KnownIssueDetail,
  problems: [notFound],
})
export const matchKnownIssues = endpoint({
  ...shared,
  name: 'matchKnownIssues',
  method: 'GET',
  url: `${url}/matches`,
  summary: 'Find known issues that match a text, a product and a version, the most similar first',
  query: z.strictObject({
    text: z.string().check(z.minLength(1), z.maxLength(2_000)),
    account: z.optional(account),
    product: z.optional(product),
    productVersion: z.optional(z.string().check(z.maxLength(100))),
  }),
  reply: z.object({ _embedded: z.object({ knownIssues: z.array(MatchingKnownIssue) }) }),
  limit: { count: 300, seconds: 60 },
  problems: [accountProblems['account-not-found']],
})

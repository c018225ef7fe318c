import * as z from 'zod/mini'
import { everyVendorRole, roles } from '#features/access/roles/contract.ts'
import { accountProblems } from '#features/accounts/accounts/contract.ts'
import { CaseStatus } from '#features/support/case-access/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { afterPage, halList, listQuery } from '#kit/contract/hal.ts'
import { notBlank, oneLine } from '#kit/contract/one-line.ts'
import { permission } from '#kit/contract/permission.ts'
import { problems } from '#kit/contract/problem.ts'

export const knownIssueSeverities = ['LOW', 'MEDIUM', 'HIGH'] as const
export const knownIssueStates = ['OPEN', 'FIXED'] as const

const staff = everyVendorRole.filter(({ role }) => role !== 'HARMONIC_NOC')

/** Read known issues: vendor staff all of them, customers published ones that affect versions of their deployments. */
export const readKnownIssues = permission('known-issue:read', 'Read known issues', staff, roles('MANAGER', 'USER'))
/**
 * Every known issue with its internal note, and linking cases to it. The permission table has no such row: it separates
 * staff from customers.
 */
export const readEveryKnownIssue = permission(
  'known-issue:read-every',
  'Read every known issue with its internal note',
  staff,
)
/** Declare, edit and publish known issues. */
export const manageKnownIssues = permission(
  'known-issue:manage',
  'Declare and edit known issues',
  roles('ADMIN', 'RELMGR', 'HARMONIC_TAC_MANAGER'),
)

const filledLine = (most: number) => oneLine(most).check(notBlank)
const lines = (most: number) => z.array(filledLine(250)).check(z.maxLength(most))
const version = /^\d{1,9}(?:\.\d{1,9}){0,3}$/
const range = /^(?:>=|<=|>|<|=)\d{1,9}(?:\.\d{1,9}){0,3}(?: (?:>=|<=|>|<|=)\d{1,9}(?:\.\d{1,9}){0,3}){0,3}$/

/** The texts of a known issue that customers may read. */
export const knownIssueFields = {
  title: filledLine(250),
  /** As cases and deployments name it. */
  product: filledLine(100),
  component: z.nullable(filledLine(100)),
  /** Comparisons of versions that all hold, with a space between: `>=1.20.0 <1.22.0`. */
  affected: z.string().check(z.maxLength(100), z.regex(range)),
  /** The first version without it; null while it is open. */
  fixedIn: z.nullable(z.string().check(z.regex(version))),
  severity: z.enum(knownIssueSeverities),
  symptom: filledLine(250),
  /** When it happens; for a reader to judge. */
  conditions: lines(20),
  /** Text fragments that logs of an affected system contain. */
  signature: lines(20),
  /** Markdown; empty where none is known. */
  workaround: z.string().check(z.maxLength(10_000)),
  releaseNote: z.string().check(z.maxLength(10_000)),
  /** Customers see published ones alone. */
  published: z.boolean(),
} as const
/** The texts for vendor staff alone. */
export const knownIssueNoteFields = {
  note: z.string().check(z.maxLength(10_000)),
  /** A PromQL expression that finds affected deployments; empty where there is none. */
  detect: z.string().check(z.maxLength(2_000)),
} as const
/** The key of a known issue, in any case of letters. */
export const knownIssueKey = z.string().check(z.minLength(1), z.maxLength(20))

/** A known issue as customers read it. */
export const KnownIssue = z.object({
  key: z.string(),
  ...knownIssueFields,
  state: z.enum(knownIssueStates),
  /** Linked cases that the caller may read. */
  caseCount: z.int(),
  created: z.iso.datetime(),
  updated: z.iso.datetime(),
  version: z.int(),
})
export type KnownIssue = z.output<typeof KnownIssue>

/** What only vendor staff reads of a known issue: another type and another table, so that a leak does not compile. */
export const InternalKnownIssueNote = z.object({ key: z.string(), ...knownIssueNoteFields })
export type InternalKnownIssueNote = z.output<typeof InternalKnownIssueNote>

/** A deployment with an affected version. */
export const AffectedDeployment = z.object({
  id: z.string(),
  name: z.string(),
  account: z.string(),
  accountId: z.string(),
  accountName: z.string(),
  version: z.string(),
})
export type AffectedDeployment = z.output<typeof AffectedDeployment>

/** A known issue with the deployments that it affects, as far as the caller may see them. */
export const KnownIssueDetail = z.extend(KnownIssue, {
  /** At most 50. */
  deployments: z.array(AffectedDeployment),
  deploymentCount: z.int(),
})
export type KnownIssueDetail = z.output<typeof KnownIssueDetail>

/** A case that has a known issue. */
export const KnownIssueCase = z.object({
  key: z.string(),
  subject: z.string(),
  status: CaseStatus,
  type: z.enum(['CASE', 'OUTAGE', 'RMA']),
  internal: z.boolean(),
  account: z.string(),
  accountId: z.string(),
  accountName: z.string(),
  updated: z.iso.datetime(),
})
export type KnownIssueCase = z.output<typeof KnownIssueCase>

/** A known issue with its similarity to a text (0 to 1), and the common words. */
export const MatchingKnownIssue = z.extend(KnownIssue, { likeness: z.number(), matched: z.array(z.string()) })
export type MatchingKnownIssue = z.output<typeof MatchingKnownIssue>

/** The known issues of a case: the linked ones, and others whose texts and versions match it. */
export const CaseKnownIssues = z.object({ linked: z.array(KnownIssue), matching: z.array(MatchingKnownIssue) })
export type CaseKnownIssues = z.output<typeof CaseKnownIssues>

export const NewKnownIssue = z.strictObject({
  ...knownIssueFields,
  note: z.optional(knownIssueNoteFields.note),
  detect: z.optional(knownIssueNoteFields.detect),
})
export const KnownIssueChanges = z.partial(NewKnownIssue)

export const knownIssueProblems = problems({
  'known-issue-not-found': { status: 404, text: 'The known issue {key} was not found.' },
  'known-issue-already-linked': { status: 409, text: '{key} is linked to {issue} already.' },
  'known-issue-not-linked': { status: 404, text: '{key} is not linked to {issue}.' },
})

const url = '/api/known-issues'
const knownIssues = { tag: 'Known issues', guard: readKnownIssues } as const
const byKey = z.strictObject({ key: knownIssueKey })
const account = z.string().check(z.maxLength(32))
const product = z.string().check(z.maxLength(100))
const notFound = knownIssueProblems['known-issue-not-found']

export const listKnownIssues = endpoint({
  ...knownIssues,
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
  ...knownIssues,
  name: 'readKnownIssue',
  method: 'GET',
  url: `${url}/{key}`,
  summary: 'Read a known issue with the deployments that it affects',
  params: byKey,
  reply: KnownIssueDetail,
  problems: [notFound],
})
export const readKnownIssueNote = endpoint({
  ...knownIssues,
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
  ...knownIssues,
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
  ...knownIssues,
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
  ...knownIssues,
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
  ...knownIssues,
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

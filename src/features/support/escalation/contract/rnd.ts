import * as z from 'zod/mini'
import { UserRef } from '#features/accounts/accounts/contract.ts'
import { CasePriority, CaseStatus, readRnd, workOnRnd } from '#features/support/case-access/contract.ts'
import { Milestone } from '#features/support/cases/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { halList, listQuery } from '#kit/contract/hal.ts'
import { problems } from '#kit/contract/problem.ts'
import { rndStatuses } from './rnd-state.ts'

export const rndProblems = problems({
  'rnd-issue-not-found': { status: 404, text: 'The R&D issue was not found.' },
  'rnd-project-missing': { status: 409, text: 'This R&D project does not exist. Choose one in the tracker settings.' },
  'escalate-first': { status: 409, text: '{key} has no R&D issue. Escalate it first.' },
  'case-already-escalated': { status: 409, text: '{key} is already linked to {rndKey}. Escalate it again instead.' },
  'case-not-open': { status: 409, text: '{key} is not open. Reopen it first.' },
})

export const rndKey = z.string().check(z.regex(/^[A-Za-z][A-Za-z0-9]{1,9}-\d{1,9}$/))
/** Text of one line with visible characters. */
export const line = z.string().check(z.minLength(1), z.maxLength(250), z.regex(/^(?=[^\r\n]*\S)[^\r\n]+$/))
/** Markdown. */
export const text = (most: number) => z.string().check(z.maxLength(most))

export const RndStatus = z.enum(rndStatuses)

/** An R&D issue as the list shows it. */
export const RndIssueRow = z.object({
  key: z.string(),
  subject: z.string(),
  priority: CasePriority,
  status: RndStatus,
  fixBundle: z.nullable(z.object({ id: z.string(), name: z.string() })),
  owner: z.nullable(UserRef),
  caseCount: z.int(),
  accountCount: z.int(),
  created: z.iso.datetime(),
  updated: z.iso.datetime(),
  version: z.int(),
})
export type RndIssueRow = z.output<typeof RndIssueRow>

/** A case that is linked to an R&D issue, with what its customer reads of it. */
export const RndCase = z.object({
  key: z.string(),
  account: z.string(),
  accountId: z.string(),
  accountDisplayName: z.string(),
  internal: z.boolean(),
  subject: z.string(),
  priority: CasePriority,
  status: CaseStatus,
  productVersion: z.nullable(z.string()),
  linkedBy: UserRef,
  linked: z.iso.datetime(),
  milestone: Milestone,
})
export type RndCase = z.output<typeof RndCase>

/** An R&D issue as its page shows it. */
export const RndIssue = z.extend(RndIssueRow, {
  description: z.string(),
  createdBy: UserRef,
  reproduced: z.nullable(z.iso.datetime()),
  started: z.nullable(z.iso.datetime()),
  fixed: z.nullable(z.iso.datetime()),
  cases: z.array(RndCase),
})
export type RndIssue = z.output<typeof RndIssue>

/** What R&D writes about an issue: neither a comment nor an internal comment, and never sent to a customer. */
export const RndText = z.object({
  id: z.string(),
  kind: z.literal('rnd'),
  author: UserRef,
  body: z.string(),
  created: z.iso.datetime(),
})
export type RndText = z.output<typeof RndText>

const url = '/api/plugins/jira/issues/rnd'
const rnd = { tag: 'R&D issues', guard: readRnd } as const
const notFound = rndProblems['rnd-issue-not-found']
const byKey = z.strictObject({ key: rndKey })

export const listRndIssues = endpoint({
  ...rnd,
  name: 'listRndIssues',
  method: 'GET',
  url: `${url}/issues`,
  summary: 'List the R&D issues (vendor staff)',
  query: listQuery(['updatedAt', 'key'], {
    status: z.optional(z.array(RndStatus)),
    open: z.optional(z.boolean()),
    q: z.optional(z.string().check(z.maxLength(250))),
  }),
  reply: halList('issues', RndIssueRow),
  problems: [],
})
export const readRndIssue = endpoint({
  ...rnd,
  name: 'readRndIssue',
  method: 'GET',
  url: `${url}/issues/{key}`,
  summary: 'Read an R&D issue with its cases (vendor staff)',
  params: byKey,
  reply: RndIssue,
  problems: [notFound],
})
export const editRndIssue = endpoint({
  ...rnd,
  guard: workOnRnd,
  name: 'editRndIssue',
  method: 'PATCH',
  url: `${url}/issues/{key}`,
  summary: 'Change an R&D issue: text, priority, status, fix bundle, owner',
  params: byKey,
  body: z.strictObject({
    subject: z.optional(line),
    description: z.optional(text(32_767)),
    priority: z.optional(CasePriority),
    status: z.optional(RndStatus),
    fixBundleId: z.optional(z.nullable(z.string().check(z.regex(/^\d{1,15}$/)))),
    owner: z.optional(z.nullable(z.string().check(z.maxLength(320)))),
  }),
  reply: RndIssue,
  problems: [notFound],
})
export const listRndTexts = endpoint({
  ...rnd,
  name: 'listRndTexts',
  method: 'GET',
  url: `${url}/texts`,
  summary: 'List the R&D texts of an issue, newest first (vendor staff)',
  query: z.extend(listQuery(['created'], {}), { rndKey }),
  reply: halList('texts', RndText),
  problems: [notFound],
})
export const addRndText = endpoint({
  ...rnd,
  guard: workOnRnd,
  name: 'addRndText',
  method: 'POST',
  url: `${url}/texts`,
  summary: 'Add an R&D text to an issue',
  status: 201,
  query: z.strictObject({ rndKey }),
  body: z.strictObject({ body: z.string().check(z.minLength(1), z.maxLength(32_767), z.regex(/\S/)) }),
  reply: RndText,
  problems: [notFound],
})
export const listFixBundles = endpoint({
  ...rnd,
  guard: workOnRnd,
  name: 'listFixBundles',
  method: 'GET',
  url: `${url}/bundles`,
  summary: 'List bundles that can hold a fix, newest first',
  query: z.strictObject({ q: z.optional(z.string().check(z.maxLength(250))) }),
  reply: z.object({
    _embedded: z.object({ bundles: z.array(z.object({ id: z.string(), name: z.string() })) }),
  }),
  problems: [],
})

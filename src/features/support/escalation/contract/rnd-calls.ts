import * as z from 'zod/mini'
import { CasePriority, readRnd, workOnRnd } from '#features/support/case-access/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { halList, listQuery } from '#kit/contract/hal.ts'
import { line, rndKey, text } from './rnd-fields.ts'
import { rndProblems } from './rnd-problems.ts'
import { RndIssue, RndIssueRow, RndStatus, RndText } from './rnd-shapes.ts'

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

import * as z from 'zod/mini'
import { CasePriority, CaseStatus, editCases, ResolutionReason } from '#features/support/case-access/contract.ts'
import { label, NewCase } from '#features/support/cases/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { defineEvent } from '#kit/contract/event.ts'
import { problems } from '#kit/contract/problem.ts'

export const bulkProblems = problems({ 'bulk-job-not-found': { status: 404, text: 'This bulk job was not found.' } })
/** A user requested the same change of many cases. */
export const bulkRequested = defineEvent('bulk.requested', {
  audience: 'vendor',
  text: 'requested a bulk change of cases',
  data: {
    keys: z.int(),
    operation: z.strictObject({
      assignee: z.optional(z.nullable(z.string())),
      priority: z.optional(CasePriority),
      status: z.optional(CaseStatus),
      addLabels: z.optional(z.array(z.string())),
      removeLabels: z.optional(z.array(z.string())),
      watch: z.optional(z.boolean()),
      resolve: z.optional(z.strictObject({ comment: z.optional(z.string()), reason: z.optional(ResolutionReason) })),
    }),
  },
})

/** Cases of one bulk job. */
export const BULK_CASES = 500

const labelList = z.array(label).check(z.minLength(1), z.maxLength(20))
/** What is done to every case; several at once are done in this order. */
export const BulkOperation = z.strictObject({
  /** A user name; null removes the assignee. */
  assignee: z.optional(z.nullable(z.string().check(z.maxLength(320)))),
  priority: z.optional(CasePriority),
  status: z.optional(CaseStatus),
  addLabels: z.optional(labelList),
  removeLabels: z.optional(labelList),
  watch: z.optional(z.literal(true)),
  resolve: z.optional(
    z.strictObject({ comment: z.optional(NewCase.shape.description), reason: z.optional(ResolutionReason) }),
  ),
})
export type BulkOperation = z.output<typeof BulkOperation>

const BulkJob = z.object({
  id: z.string(),
  created: z.iso.datetime(),
  finished: z.boolean(),
  total: z.int(),
  done: z.int(),
  failed: z.int(),
  /** In the order of the request. */
  results: z.array(
    z.object({
      key: z.string(),
      state: z.enum(['WAITING', 'DONE', 'FAILED']),
      /** Why it was rejected. */
      error: z.nullable(z.string()),
    }),
  ),
})
export type BulkJob = z.output<typeof BulkJob>

const url = '/api/plugins/jira/issues-bulk'
export const changeCases = endpoint({
  tag: 'Cases',
  guard: editCases,
  name: 'changeCases',
  method: 'POST',
  url,
  summary: 'Change up to 500 cases in a background job, with one result for each',
  status: 202,
  body: z.strictObject({
    keys: z.array(z.string().check(z.minLength(1), z.maxLength(64))).check(z.minLength(1), z.maxLength(BULK_CASES)),
    operation: BulkOperation,
  }),
  reply: BulkJob,
  limit: { count: 30, seconds: 60 },
  problems: [],
})
export const readBulkJob = endpoint({
  tag: 'Cases',
  guard: editCases,
  name: 'readBulkJob',
  method: 'GET',
  url: `${url}/{id}`,
  summary: 'Read one of your bulk jobs with the result of each case',
  params: z.strictObject({ id: z.string().check(z.regex(/^\d{1,15}$/)) }),
  reply: BulkJob,
  problems: [bulkProblems['bulk-job-not-found']],
})

import * as z from 'zod/mini'
import { accountProblems } from '#features/accounts/accounts/contract.ts'
import { readCases } from '#features/support/case-access/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { afterPage, halList, listQuery } from '#kit/contract/hal.ts'
import { issues } from './case-address.ts'
import { caseFilters } from './case-filters.ts'
import { CaseRow, ListedCase } from './case-shapes.ts'

const sortable = ['updatedAt', 'createdAt', 'key', 'subject', 'status', 'priority', 'account', 'due'] as const
const searchQuery = listQuery(sortable, {
  ...caseFilters,
  ...afterPage,
  /** `summary`: rows with what every list shows, less than half of the bytes. */
  projection: z.optional(z.enum(['summary'])),
})
const cases = { tag: 'Cases', guard: readCases } as const
/** Far more than a user at a screen that updates itself, and less than a runaway program. */
const searchLimit = { count: 1_200, seconds: 60 } as const

export const searchCases = endpoint({
  ...cases,
  name: 'searchCases',
  method: 'GET',
  url: `${issues}/search`,
  summary: 'List the cases that you can see',
  query: searchQuery,
  reply: halList('issues', ListedCase),
  problems: [accountProblems['account-not-found']],
  csv: true,
  limit: searchLimit,
})

export const searchCasesByBody = endpoint({
  ...cases,
  allowedInReadOnlySession: true,
  name: 'searchCasesByBody',
  method: 'POST',
  url: `${issues}/search`,
  summary: 'Search cases with the filters in the body',
  query: listQuery(sortable, afterPage),
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
  summary: 'Count the matching cases',
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
  summary: 'List cases similar to a text, most similar first',
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

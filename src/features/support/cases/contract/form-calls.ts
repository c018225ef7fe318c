import * as z from 'zod/mini'
import { accountProblems } from '#features/accounts/accounts/contract.ts'
import { readCases } from '#features/support/case-access/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { halList } from '#kit/contract/hal.ts'

const cases = { tag: 'Cases', guard: readCases } as const

export const listFieldOptions = endpoint({
  ...cases,
  name: 'listFieldOptions',
  method: 'GET',
  url: '/api/plugins/jira/field-options',
  summary: 'List the allowed values for a field of a case',
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
  summary: 'List the project keys and trackers of the accounts',
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

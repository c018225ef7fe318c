import * as z from 'zod/mini'
import { endpoint } from '#kit/contract/endpoint.ts'
import { editPlans } from './account-permissions.ts'
import { accountProblems } from './account-problems.ts'
import { Account } from './account-shapes.ts'
import { MAX_USERS } from './plan-facets.ts'

const limit = z.strictObject({
  facet: z.strictObject({ name: z.enum([MAX_USERS]) }),
  /** The number is ignored where there is no limit. */
  constraintValue: z.strictObject({ isInfinity: z.boolean(), numberValue: z.optional(z.int().check(z.minimum(0))) }),
})

export const setPlanFacets = endpoint({
  tag: 'Account management',
  guard: editPlans,
  name: 'setPlanFacets',
  method: 'PUT',
  url: '/api/accounts/{id}/plan-facets',
  summary: 'Set the plan limits of the account; an empty list = the limit of its plan. No user loses access',
  params: z.strictObject({ id: z.string().check(z.maxLength(64)) }),
  // At most one of each, and there is one.
  body: z.array(limit).check(z.maxLength(1)),
  reply: Account,
  status: 200,
  problems: [accountProblems['account-not-found']],
})

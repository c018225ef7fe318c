import * as z from 'zod/mini'
import { endpoint } from '#kit/contract/endpoint.ts'
import { halList } from '#kit/contract/hal.ts'
import { federateAccounts } from './account-permissions.ts'
import { accountProblems } from './account-problems.ts'
import { UserRef } from './account-shapes.ts'

const accounts = { tag: 'Account management' } as const
const idOrName = z.strictObject({ id: z.string().check(z.maxLength(64)) })
const noAccount = accountProblems['account-not-found']
const federation = [accountProblems['parent-not-possible']] as const

export const removeFederation = endpoint({
  ...accounts,
  guard: federateAccounts,
  name: 'removeFederation',
  method: 'DELETE',
  url: '/api/accounts/{id}/federation',
  summary: 'Remove the parent of the account',
  params: idOrName,
  problems: [noAccount],
})

/** Who gains or loses sight of the account's contents: the number of its open and closed cases, and its releases. */
export const VisibilityChange = z.object({
  user: UserRef,
  change: z.enum(['GAINS', 'LOSES']),
  cases: z.int(),
  releases: z.int(),
})
export type VisibilityChange = z.output<typeof VisibilityChange>
export const previewFederation = endpoint({
  ...accounts,
  guard: federateAccounts,
  name: 'previewFederation',
  method: 'GET',
  url: '/api/accounts/{id}/federation/preview',
  summary:
    'Preview who would gain or lose access to the account with this parent, without one, or as a view-only account',
  params: idOrName,
  query: z.strictObject({
    /** Its parent after the change; empty = none. */
    parentAccount: z.optional(z.string().check(z.regex(/^[a-z0-9-]{0,32}$/))),
    viewOnly: z.optional(z.boolean()),
  }),
  reply: halList('users', VisibilityChange),
  problems: [noAccount, ...federation],
})

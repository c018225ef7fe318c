import * as z from 'zod/mini'
import { accountName, accountProblems } from '#features/accounts/accounts/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { defineEvent } from '#kit/contract/event.ts'
import { problems } from '#kit/contract/problem.ts'
import en from './messages/en.json' with { type: 'json' }

export { accessAsked } from './contract/access-requested.ts'
export { findPermissionOrRole, rolesGranting } from './contract/roles-granting.ts'

export const accessProblems = problems(en.problems, {
  'access-asked-already': 409,
  'permission-already-held': 409,
  'access-not-given': 409,
})

/** Somebody asked for a role: `data.role`, and `data.right`, which it gives. */
export const accessWasAsked = defineEvent('access-request.created', 'account', 'access-request.asked')

/** A right, or where a guard names one a role, that the person lacks; customers lack it in an account. */
const wanted = { right: z.string().check(z.regex(/^[A-Za-z][A-Za-z:_-]{0,79}$/)), account: z.optional(accountName) }

/** How one comes by a right that one lacks. */
export const AccessOptions = z.object({
  right: z.string(),
  /** The role to ask for, the one with the fewest other rights; null when none of one's own kind gives the right. */
  role: z.nullable(z.string()),
  /** Where those are who can give it: the account's own managers, else the vendor's staff. */
  side: z.enum(['account', 'vendor']),
  /** How many can give it; 0 = nobody, so there is nothing to ask. */
  givers: z.int(),
  /** Those of them whom the person may see, three at most; `role` is what makes them givers. */
  named: z.array(z.object({ fullName: z.string(), role: z.string() })),
  /** When the person asked, if that is less than an hour ago. */
  askedAt: z.nullable(z.iso.datetime()),
})
export type AccessOptions = z.output<typeof AccessOptions>

const access = {
  tag: 'Access requests',
  guard: 'signed-in',
  url: '/api/users/me/access-requests',
  reply: AccessOptions,
} as const

export const readAccessOptions = endpoint({
  ...access,
  name: 'readWayIn',
  method: 'GET',
  summary: 'Read which role has a missing permission, who can assign it, and whether it was requested',
  query: z.strictObject(wanted),
  problems: [accountProblems['account-not-found']],
})

export const askForAccess = endpoint({
  ...access,
  forbiddenWhileImpersonating: true,
  name: 'askForAccess',
  method: 'POST',
  summary: 'Request the role that has a permission; once an hour for each permission and account',
  body: z.strictObject(wanted),
  status: 201,
  limit: { count: 20, seconds: 3600 },
  problems: [
    accountProblems['account-not-found'],
    accessProblems['access-asked-already'],
    accessProblems['permission-already-held'],
    accessProblems['access-not-given'],
  ],
})

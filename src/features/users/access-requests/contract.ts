import * as z from 'zod/mini'
import { accountName, accountProblems } from '#features/accounts/accounts/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { defineEvent } from '#kit/contract/event.ts'
import { problems } from '#kit/contract/problem.ts'

export { findPermissionOrRole, rolesGranting } from './contract/roles-granting.ts'

export const accessProblems = problems({
  'access-asked-already': {
    status: 409,
    text: 'You asked {who} {minutes} min ago. You can ask again one hour after your last request.',
  },
  'permission-already-held': { status: 409, text: 'You already have this permission. Reload the page.' },
  'access-not-given': { status: 409, text: 'No user can assign you a role with this permission.' },
})

/** A user requested a role: `data.role`, and `data.right`, the permission it gives. */
export const accessWasAsked = defineEvent('access-request.created', {
  audience: 'account',
  text: 'requested access',
  data: { role: z.string(), right: z.string() },
})

/** A permission, or a role where a guard names one, that the user lacks; customers lack it in an account. */
const wanted = { right: z.string().check(z.regex(/^[A-Za-z][A-Za-z:_-]{0,79}$/)), account: z.optional(accountName) }

/** How a user can get a missing permission. */
export const AccessOptions = z.object({
  right: z.string(),
  /**
   * The role to request, the one with the fewest other permissions; null when no role of the user's own kind gives it.
   */
  role: z.nullable(z.string()),
  /** The side of those who can grant it: the account's own managers, else the vendor's staff. */
  side: z.enum(['account', 'vendor']),
  /** How many users can grant it; 0 = none, so it cannot be requested. */
  givers: z.int(),
  /** Those of them whom the user may see, three at most; `role` is what lets them grant it. */
  named: z.array(z.object({ fullName: z.string(), role: z.string() })),
  /** When the user requested it, if less than an hour ago. */
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
  name: 'readAccessOptions',
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

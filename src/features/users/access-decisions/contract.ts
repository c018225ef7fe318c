import * as z from 'zod/mini'
import { UserRef } from '#features/accounts/accounts/contract.ts'
import { assignRoles } from '#features/users/role-assignment/contract.ts'
import { UserRole } from '#features/users/user-management/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { problems } from '#kit/contract/problem.ts'

export const decisionProblems = problems({
  'decision-not-found': {
    status: 404,
    text: "This access decision was not found: its link is older than three days, or you do not manage the user's permissions.",
  },
})

/** A grant that would allow the denied access. */
export const GrantSuggestion = z.object({
  role: z.string(),
  /** Null = everywhere, as vendor roles are held. */
  account: z.nullable(z.string()),
  /** True when the account must also be assigned to the user as its customer-success manager. */
  assign: z.boolean(),
  /** The number of permissions of the role: the smallest comes first. */
  permissionCount: z.int(),
  /** Whether the reader may grant it. */
  mayGive: z.boolean(),
})
export type GrantSuggestion = z.output<typeof GrantSuggestion>

/** Which check failed. */
export const FailedCheck = z.enum([
  'no-role',
  'other-account',
  'view-only',
  'not-assigned',
  'token-narrowed',
  'not-a-right',
])
export type FailedCheck = z.output<typeof FailedCheck>

/** Why a user was denied. */
export const Explanation = z.object({
  user: UserRef,
  at: z.iso.datetime(),
  call: z.string(),
  /** The problem code in the response. */
  code: z.string(),
  permission: z.nullable(z.string()),
  account: z.nullable(z.string()),
  check: FailedCheck,
  /** Whether they would still be denied, with their current permissions. */
  rejectedNow: z.boolean(),
  roles: z.array(UserRole),
  remedies: z.array(GrantSuggestion),
})
export type Explanation = z.output<typeof Explanation>

export const readDecision = endpoint({
  tag: 'Access decisions',
  guard: assignRoles,
  name: 'readDecision',
  method: 'GET',
  url: '/api/decisions/{id}',
  summary:
    "Explain why access was denied, and the smallest role that would allow it; for those who manage the user's permissions",
  params: z.strictObject({ id: z.string().check(z.regex(/^[A-Za-z0-9_-]{40,500}$/)) }),
  reply: Explanation,
  problems: [decisionProblems['decision-not-found']],
})

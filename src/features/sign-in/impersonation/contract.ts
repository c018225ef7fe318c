import * as z from 'zod/mini'
import { userId } from '#features/access/roles/contract.ts'
import { impersonateUsers, readImpersonations } from '#features/access/sessions/contract.ts'
import { accountName, UserRef } from '#features/accounts/accounts/contract.ts'
import { managedUserProblems } from '#features/users/managed-users/contract.ts'
import { ImpersonateMode } from '#features/users/users/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { defineEvent } from '#kit/contract/event.ts'
import { halList, listQuery } from '#kit/contract/hal.ts'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import { problems } from '#kit/contract/problem.ts'

/** The longest impersonation, in minutes (decisions.md 2.4). */
export const LONGEST_MINUTES = 60

export const impersonationProblems = problems({
  'impersonation-not-allowed': { status: 403, text: 'You do not have permission to impersonate {name}.' },
  'impersonation-inactive': { status: 409, text: '{name} cannot sign in ({state}), so they cannot be impersonated.' },
  'impersonation-none': { status: 409, text: 'You are not impersonating a user.' },
  'impersonation-account': { status: 409, text: '{name} has no role in that account.' },
})

/**
 * The impersonation of the user started; `data.reason` is the reason. Users of their account read it in the audit log.
 */
export const impersonationStarted = defineEvent('impersonation.started', {
  audience: 'account',
  text: 'started impersonating {subject}',
  data: { reason: z.string(), endsAt: z.optional(z.string()), session: z.string() },
})
export const impersonationWriting = defineEvent('impersonation.writing-enabled', {
  audience: 'account',
  text: 'allowed changes while impersonating {subject}',
})
export const impersonationEnded = defineEvent('impersonation.ended', {
  audience: 'account',
  text: 'stopped impersonating {subject}',
  data: { why: z.string() },
})

export const impersonate = endpoint({
  tag: 'Impersonation',
  guard: impersonateUsers,
  forbiddenWhileImpersonating: true,
  name: 'impersonate',
  method: 'POST',
  url: '/api/users/impersonate',
  summary: 'Impersonate a user, read-only, for at most one hour; within 10 minutes of sign-in',
  query: z.strictObject({ accountId: z.optional(z.string().check(z.maxLength(64))) }),
  body: z.strictObject({
    userId,
    reason: z.string().check(z.regex(/\S.*\S.*\S/, 'Enter a short reason.'), z.maxLength(500)),
    minutes: z.optional(z.int().check(z.minimum(1), z.maximum(LONGEST_MINUTES))),
  }),
  reply: z.object({
    impersonateMode: ImpersonateMode,
    /** The requested account, to open it. */
    account: z.nullable(z.object({ id: z.string(), name: z.string() })),
  }),
  problems: [
    managedUserProblems['user-not-found'],
    impersonationProblems['impersonation-not-allowed'],
    impersonationProblems['impersonation-inactive'],
    impersonationProblems['impersonation-account'],
    managedUserProblems['cannot-target-self'],
    kitProblems['reauthentication-required'],
  ],
})

export const allowWriting = endpoint({
  tag: 'Impersonation',
  guard: 'signed-in',
  allowedInReadOnlySession: true,
  name: 'allowWriting',
  method: 'POST',
  url: '/api/users/impersonate/writing',
  summary: 'Allow changes during an impersonation: the second confirmation',
  body: z.strictObject({ confirmed: z.literal(true) }),
  reply: z.object({ impersonateMode: ImpersonateMode }),
  problems: [impersonationProblems['impersonation-none']],
})

export const exitImpersonation = endpoint({
  tag: 'Impersonation',
  guard: 'signed-in',
  allowedInReadOnlySession: true,
  name: 'exitImpersonation',
  method: 'DELETE',
  url: '/api/users/impersonate',
  summary: 'End the impersonation',
  problems: [impersonationProblems['impersonation-none']],
})

/** A user of the vendor impersonated a user of the account. */
export const Impersonation = z.object({
  id: z.string(),
  impersonator: UserRef,
  user: UserRef,
  account: z.nullable(z.string()),
  reason: z.string(),
  startedAt: z.iso.datetime(),
  /** When it ended, or will end at the latest. */
  endsAt: z.iso.datetime(),
  /** True while it lasts. */
  active: z.boolean(),
  /** When writing was enabled; null = it was read-only. */
  writingAt: z.nullable(z.iso.datetime()),
  /** Number of changes made during it. */
  changes: z.int(),
})
export type Impersonation = z.output<typeof Impersonation>

export const listImpersonations = endpoint({
  tag: 'Impersonation',
  guard: readImpersonations,
  name: 'listImpersonations',
  method: 'GET',
  url: '/api/users/impersonations',
  summary: 'List who impersonated users of the account, when and why, newest first',
  query: listQuery(['startedAt'], { account: z.optional(accountName) }),
  reply: halList('impersonations', Impersonation),
  problems: [],
})

import * as z from 'zod/mini'
import {
  attemptSteps,
  manageProviders,
  SignInAttempt,
  type SignInIssue,
  signInIssues,
} from '#features/sign-in/identity-providers/contract.ts'
import { managedUserProblems } from '#features/users/managed-users/contract.ts'
import { roleProblems } from '#features/users/role-assignment/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { halList } from '#kit/contract/hal.ts'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import { topic } from '#kit/contract/topic.ts'
import { providerProblems } from './contract/provider-problems.ts'
import { IdentityProvider, providerFields, providerId } from './contract/provider-shapes.ts'

export { providerCreated, providerDeleted, providerTested, providerUpdated } from './contract/provider-events.ts'
export { providerProblems } from './contract/provider-problems.ts'
export { IdentityProvider, missingSettings, outsideTypes } from './contract/provider-shapes.ts'
export {
  createScimToken,
  readScimConnection,
  revokeScimToken,
  scimTokenCreated,
  scimTokenRevoked,
} from './contract/scim-calls.ts'

const providers = { tag: 'Identity providers', guard: manageProviders } as const
const byId = z.strictObject({ id: providerId })
const noProvider = providerProblems['provider-not-found']
const writes = [
  providerProblems['provider-domain-taken'],
  providerProblems['provider-issuer-taken'],
  providerProblems['insufficient-privilege'],
  providerProblems['provider-untested'],
  managedUserProblems['roles-not-allowed'],
  roleProblems['role-unknown'],
  kitProblems['reauthentication-required'],
] as const
const changeProblems = [
  noProvider,
  providerProblems['provider-not-set-up-here'],
  providerProblems['last-admin-sign-in-method'],
  providerProblems['insufficient-privilege'],
] as const
const { name, type, ...more } = providerFields
/** The provider's name, typed by a user who enables it without a passed test sign-in. */
const confirmUntested = z.optional(z.string().check(z.maxLength(80)))
/** How many users were moved, and how many remain. */
const MoveResult = z.object({ moved: z.int(), left: z.int() })

export const listProviders = endpoint({
  ...providers,
  name: 'listProviders',
  method: 'GET',
  url: '/api/authentication/idp/list',
  summary: 'List the identity providers, including the one from the environment and the built-in one',
  reply: halList('identity_providers', IdentityProvider),
  problems: [],
})

export const createProvider = endpoint({
  ...providers,
  forbiddenWhileImpersonating: true,
  name: 'createProvider',
  method: 'POST',
  url: '/api/authentication/idp',
  summary: 'Add a provider; it is disabled until a test sign-in succeeded, or its name is entered to confirm',
  body: z.strictObject({ name, type, id: z.optional(providerId), ...optional(more), confirmUntested }),
  reply: IdentityProvider,
  status: 201,
  problems: [providerProblems['provider-exists'], ...writes],
})

export const updateProvider = endpoint({
  ...providers,
  forbiddenWhileImpersonating: true,
  name: 'updateProvider',
  method: 'PATCH',
  url: '/api/authentication/idp/{id}',
  summary: 'Edit a provider; secrets that are not given are kept',
  params: byId,
  body: z.strictObject({ ...optional(providerFields), confirmUntested }),
  reply: IdentityProvider,
  problems: [...changeProblems, providerProblems['provider-has-users'], ...writes],
})

export const deleteProvider = endpoint({
  ...providers,
  forbiddenWhileImpersonating: true,
  name: 'deleteProvider',
  method: 'DELETE',
  url: '/api/authentication/idp/{id}',
  summary: 'Delete a provider; its users are signed out and need a portal password from then on',
  params: byId,
  /** Whether its users get a link for that password; otherwise they use *forgotten password*. */
  query: z.strictObject({ sendLinks: z.optional(z.boolean()) }),
  problems: changeProblems,
})

export const moveUsersToProvider = endpoint({
  ...providers,
  forbiddenWhileImpersonating: true,
  name: 'moveUsersToProvider',
  method: 'POST',
  url: '/api/authentication/idp/{id}/users',
  summary: 'Move users of its domains who still have a portal password to the provider, at most 500, never yourself',
  params: byId,
  reply: MoveResult,
  problems: [noProvider, providerProblems['provider-disabled'], providerProblems['insufficient-privilege']],
})

export const migrateUsersToLocal = endpoint({
  ...providers,
  forbiddenWhileImpersonating: true,
  name: 'migrateUsersToLocal',
  method: 'DELETE',
  url: '/api/authentication/idp/{id}/users',
  summary: 'Send users of a disabled provider a link for a portal password, at most 500',
  params: byId,
  reply: MoveResult,
  problems: [...changeProblems, providerProblems['provider-enabled']],
})

export const testProvider = endpoint({
  ...providers,
  forbiddenWhileImpersonating: true,
  name: 'testProvider',
  method: 'POST',
  url: '/api/authentication/idp/{id}/test',
  summary: 'Begin a test sign-in: open the address in a window of its own; it shows its steps and makes no session',
  params: byId,
  reply: z.object({ attempt: z.string(), url: z.string() }),
  status: 201,
  problems: [noProvider, providerProblems['provider-incomplete']],
  limit: { count: 30, seconds: 60 },
})

export const readProviderMetadata = endpoint({
  ...providers,
  name: 'readProviderMetadata',
  method: 'POST',
  url: '/api/authentication/idp/metadata',
  summary: 'Convert SAML metadata into settings; nothing is saved, and no URL in it is fetched',
  body: z.strictObject({ xml: z.string().check(z.minLength(1), z.maxLength(300_000)) }),
  reply: z.object({ issuer: z.string(), entryPoint: z.string(), certificates: z.array(z.string()) }),
  problems: [providerProblems['metadata-unreadable']],
})

export const listAttempts = endpoint({
  ...providers,
  name: 'listAttempts',
  method: 'GET',
  url: '/api/authentication/idp/{id}/attempts',
  summary: 'List the recent sign-ins through a provider with their steps, without secrets',
  params: byId,
  reply: halList('attempts', SignInAttempt),
  problems: [],
})

export const readAttempt = endpoint({
  ...providers,
  name: 'readAttempt',
  method: 'GET',
  url: '/api/authentication/idp/attempts/{attempt}',
  summary: 'Read a sign-in with the steps so far',
  params: z.strictObject({ attempt: z.string().check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)) }),
  reply: SignInAttempt,
  problems: [providerProblems['attempt-not-found']],
})

const finding = z.enum(Object.keys(signInIssues) as [SignInIssue, ...SignInIssue[]])

/** What the diagnostics checked: a step and its error, or that there is none. */
export const Check = z.object({
  step: z.enum(['routing', ...attemptSteps]),
  ok: z.boolean(),
  finding: z.nullable(finding),
  /** The setting to change; see `findings`. */
  setting: z.nullable(z.string()),
  values: z.record(z.string(), z.string()),
})
export type Check = z.output<typeof Check>

export const diagnoseDomain = endpoint({
  ...providers,
  name: 'diagnoseDomain',
  method: 'GET',
  url: '/api/authentication/idp/diagnostics',
  summary: 'Diagnose sign-in for a domain: its provider, recent sign-ins, and the setting that is wrong',
  query: z.strictObject({ domain: z.string().check(z.minLength(1), z.maxLength(320)) }),
  reply: z.object({
    domain: z.string(),
    provider: z.nullable(z.object({ id: z.string(), name: z.string(), type: z.string() })),
    checks: z.array(Check),
    /** What prevents sign-in, as far as can be checked from here. */
    diagnosis: z.nullable(Check),
    attempts: z.array(SignInAttempt),
  }),
  problems: [],
  limit: { count: 30, seconds: 60 },
})

/** Providers changed. */
export const providersChanged = topic({
  destination: '/topic/authentication/idp',
  summary: 'An identity provider was created, changed or deleted',
  guard: manageProviders,
  message: z.object({ id: z.string() }),
})

function optional<Fields extends Record<string, z.ZodMiniType>>(fields: Fields) {
  return Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, z.optional(field)])) as {
    [Key in keyof Fields]: z.ZodMiniOptional<Fields[Key]>
  }
}

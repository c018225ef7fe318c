import * as z from 'zod/mini'
import { manageProviders } from '#features/sign-in/identity-providers/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { defineEvent } from '#kit/contract/event.ts'
import { providerProblems } from './provider-problems.ts'
import { providerId } from './provider-shapes.ts'

/** A directory's token was created; a former one is revoked. */
export const scimTokenCreated = defineEvent('identity-provider.scim-token-created', {
  audience: 'vendor',
  text: 'created the token of the directory of {subject}',
  data: { name: z.string() },
})
export const scimTokenRevoked = defineEvent('identity-provider.scim-token-revoked', {
  audience: 'vendor',
  text: 'revoked the token of the directory of {subject}',
  data: { name: z.string() },
})

/** How the directory of a provider reaches the portal. The token itself is shown once, when it is created. */
const ScimConnection = z.object({
  address: z.string(),
  token: z.nullable(
    z.object({
      createdBy: z.string(),
      createdAt: z.iso.datetime(),
      lastUsedAt: z.nullable(z.iso.datetime()),
      /** The error of the last rejected call, and its time. */
      lastError: z.nullable(z.string()),
      lastErrorAt: z.nullable(z.iso.datetime()),
    }),
  ),
  /** Users whom the directory created or changed. */
  users: z.int(),
})

const commonParts = {
  tag: 'Identity providers',
  guard: manageProviders,
  url: '/api/authentication/idp/{id}/scim',
  params: z.strictObject({ id: providerId }),
} as const
const changeProblems = [
  providerProblems['provider-not-found'],
  providerProblems['provider-not-set-up-here'],
  providerProblems['insufficient-privilege'],
] as const

export const readScimConnection = endpoint({
  ...commonParts,
  name: 'readScimConnection',
  method: 'GET',
  summary: 'Read how the directory of a provider creates and deactivates users here',
  reply: ScimConnection,
  problems: [],
})
export const createScimToken = endpoint({
  ...commonParts,
  name: 'createScimToken',
  method: 'POST',
  status: 201,
  encryptStoredResponse: true,
  forbiddenWhileImpersonating: true,
  summary: 'Create the token of a provider’s directory, not shown again; a former one is revoked',
  reply: z.object({ token: z.string() }),
  problems: changeProblems,
})
export const revokeScimToken = endpoint({
  ...commonParts,
  name: 'revokeScimToken',
  method: 'DELETE',
  forbiddenWhileImpersonating: true,
  summary: 'Revoke the token of a provider’s directory; users stay as they are',
  problems: changeProblems,
})

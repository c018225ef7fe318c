import * as z from 'zod/mini'
import { endpoint } from '#kit/contract/endpoint.ts'
import { halList } from '#kit/contract/hal.ts'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import { notBlank, oneLine } from '#kit/contract/one-line.ts'
import { problems } from '#kit/contract/problem.ts'

export const tokenProblems = problems({
  'token-not-found': { status: 404, text: 'This token was not found.' },
  'token-permission-unknown': {
    status: 400,
    text: 'You do not have the permission {permission}, so a token cannot have it.',
  },
})

/** An API token as its holder sees it: never the secret. */
export const TokenRow = z.object({
  id: z.string(),
  name: z.string(),
  /** Names of the permissions it is narrowed to; null is all of its holder's. */
  permissions: z.nullable(z.array(z.string())),
  expiresAt: z.iso.datetime(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.nullable(z.iso.datetime()),
})

export const listMyTokens = endpoint({
  tag: 'API tokens',
  guard: 'signed-in',
  name: 'listMyTokens',
  method: 'GET',
  url: '/api/users/me/tokens',
  summary: 'List my API tokens, newest first',
  reply: halList('tokens', TokenRow),
  problems: [],
})

export const createMyToken = endpoint({
  tag: 'API tokens',
  guard: 'signed-in',
  forbiddenWhileImpersonating: true,
  name: 'createMyToken',
  encryptStoredResponse: true,
  method: 'POST',
  url: '/api/users/me/tokens',
  summary: 'Create an API token; its secret is returned only once',
  body: z.strictObject({
    name: oneLine(80).check(notBlank),
    permissions: z.optional(
      z.nullable(z.array(z.string().check(z.maxLength(64))).check(z.minLength(1), z.maxLength(100))),
    ),
    /** At most a year ahead. */
    expiresAt: z.iso.datetime(),
  }),
  reply: z.extend(TokenRow, { token: z.string() }),
  status: 201,
  problems: [tokenProblems['token-permission-unknown'], kitProblems['reauthentication-required']],
})

export const revokeMyToken = endpoint({
  tag: 'API tokens',
  guard: 'signed-in',
  name: 'revokeMyToken',
  method: 'DELETE',
  url: '/api/users/me/tokens/{id}',
  summary: 'Revoke an API token immediately',
  params: z.strictObject({ id: z.string().check(z.regex(/^\d{1,18}$/)) }),
  problems: [tokenProblems['token-not-found'], kitProblems['reauthentication-required']],
})

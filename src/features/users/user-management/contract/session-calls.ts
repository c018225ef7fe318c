import * as z from 'zod/mini'
import { userId } from '#features/access/roles/contract.ts'
import { sessionProblems } from '#features/access/sessions/contract.ts'
import { endUserSessions, managementProblems } from '#features/users/managed-users/contract.ts'
import { TokenRow, tokenProblems } from '#features/users/users/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { halList } from '#kit/contract/hal.ts'

const users = { tag: 'Users', guard: endUserSessions } as const
const byId = z.strictObject({ id: userId })

export const endSessionsOfUser = endpoint({
  ...users,
  forbiddenWhileImpersonating: true,
  name: 'endSessionsOfUser',
  method: 'DELETE',
  url: '/api/users/{id}/sessions',
  summary: 'Sign a user out everywhere: sessions, API tokens, calendar addresses, notifications of browsers end',
  params: byId,
  problems: managementProblems,
})

export const endSessionOfUser = endpoint({
  ...users,
  forbiddenWhileImpersonating: true,
  name: 'endSessionOfUser',
  method: 'DELETE',
  url: '/api/users/{id}/sessions/{session}',
  summary: 'End one session of a user',
  params: z.strictObject({ id: userId, session: z.uuid() }),
  problems: [...managementProblems, sessionProblems['session-not-found']],
})

export const listTokensOfUser = endpoint({
  ...users,
  name: 'listTokensOfUser',
  method: 'GET',
  url: '/api/users/{id}/tokens',
  summary: 'List the API tokens of a user, newest first',
  params: byId,
  reply: halList('tokens', TokenRow),
  problems: managementProblems,
})

export const revokeTokenOfUser = endpoint({
  ...users,
  forbiddenWhileImpersonating: true,
  name: 'revokeTokenOfUser',
  method: 'DELETE',
  url: '/api/users/{id}/tokens/{token}',
  summary: 'Revoke an API token of a user immediately',
  params: z.strictObject({ id: userId, token: z.string().check(z.regex(/^\d{1,18}$/)) }),
  problems: [...managementProblems, tokenProblems['token-not-found']],
})

/** The view of vendor staff and managers on a user's open sessions. */
export const UserSession = z.object({
  id: z.string(),
  device: z.string(),
  address: z.nullable(z.string()),
  startedAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  impersonated: z.boolean(),
})

export const listSessionsOfUser = endpoint({
  ...users,
  name: 'listSessionsOfUser',
  method: 'GET',
  url: '/api/users/{id}/sessions',
  summary: 'List the sessions of a user',
  params: byId,
  reply: halList('sessions', UserSession),
  problems: managementProblems,
})

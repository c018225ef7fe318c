import * as z from 'zod/mini'
import { userId } from '#features/access/roles/contract.ts'
import { endUserSessions, managing } from '#features/users/managed-users/contract.ts'
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
  summary: 'End all sessions of a user',
  params: byId,
  problems: managing,
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
  problems: managing,
})

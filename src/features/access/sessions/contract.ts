import * as z from 'zod/mini'
import { endpoint } from '#kit/contract/endpoint.ts'
import { defineEvent } from '#kit/contract/event.ts'
import { halList } from '#kit/contract/hal.ts'
import { problems } from '#kit/contract/problem.ts'

export { impersonateStaff, impersonateUsers, readImpersonations } from './contract/impersonation-permissions.ts'

/** How long a session lives after sign-in and after each refresh, in seconds (part 1 §9). */
export const SESSION_SECONDS = 3600

export const sessionProblems = problems({
  'session-limit-reached': { status: 403, text: 'This session cannot be renewed again. Sign in again to continue.' },
  'session-not-found': { status: 404, text: 'This session was not found, or it has ended.' },
})

/** A user signed in; `data` holds the provider, the factors and the origin. */
export const sessionStarted = defineEvent('session.started', {
  audience: 'person',
  text: 'signed in',
  data: { provider: z.string(), amr: z.array(z.string()), device: z.string(), session: z.string() },
})
/**
 * A session ended: `data.why` is logout, ended-elsewhere, provider, token-reused, administrator or impersonation-over.
 */
export const sessionEnded = defineEvent('session.ended', {
  audience: 'person',
  text: 'signed out',
  data: { why: z.string(), session: z.string() },
})
/** A sign-in was rejected; `data.why` holds the reason, never the password. */
export const sessionRejected = defineEvent('session.rejected', {
  audience: 'person',
  text: 'could not sign in',
  data: {
    why: z.string(),
    email: z.optional(z.string()),
    provider: z.optional(z.string()),
    subject: z.optional(z.string()),
  },
})
/**
 * An administrator signed in with local credentials although their domain is routed to an external identity provider.
 */
export const breakGlassUsed = defineEvent('session.break-glass', {
  audience: 'person',
  text: 'signed in as administrator without the external identity provider',
})

/** Remaining seconds of the session, and how often it was refreshed. */
export const SessionTime = z.object({ expires_in: z.int(), refresh_count: z.int() })

export const refreshSession = endpoint({
  tag: 'Session',
  guard: 'signed-in',
  name: 'refreshSession',
  method: 'POST',
  url: '/api/users/token/refresh',
  summary: 'Renew the session for one hour',
  reply: SessionTime,
  problems: [sessionProblems['session-limit-reached']],
  allowedInReadOnlySession: true,
})

export const logout = endpoint({
  tag: 'Session',
  guard: 'signed-in',
  name: 'logout',
  method: 'POST',
  url: '/api/users/logout',
  summary: 'End the session',
  problems: [],
  allowedInReadOnlySession: true,
})

/** One of the user's own sessions. */
export const SessionRow = z.object({
  id: z.string(),
  device: z.string(),
  address: z.nullable(z.string()),
  provider: z.string(),
  startedAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** The session of this request. */
  current: z.boolean(),
  impersonated: z.boolean(),
})

export const listMySessions = endpoint({
  tag: 'Session',
  guard: 'signed-in',
  forbiddenWhileImpersonating: true,
  name: 'listMySessions',
  method: 'GET',
  url: '/api/users/me/sessions',
  summary: 'List my active sessions, newest first',
  reply: halList('sessions', SessionRow),
  problems: [],
})

export const endMySession = endpoint({
  tag: 'Session',
  guard: 'signed-in',
  forbiddenWhileImpersonating: true,
  name: 'endMySession',
  method: 'DELETE',
  url: '/api/users/me/sessions/{id}',
  summary: 'End one of my sessions',
  params: z.strictObject({ id: z.uuid() }),
  problems: [sessionProblems['session-not-found']],
})

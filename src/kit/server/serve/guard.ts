import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AnyEndpoint } from '#kit/contract/endpoint.ts'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import { networkOf } from '../client-address.ts'
import { hasPermission } from '../has-permission.ts'
import { throwProblem } from '../http-problem.ts'
import { wantsCsv } from '../list/csv.ts'
import type { AppContext } from '../portal.ts'
import { sameSecret } from '../same-secret.ts'
import type { Session } from '../session.ts'
import { EXPORT_LIMIT } from './limits.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the guard before anything of the request is checked. */
    session: Session | null
  }
}

/**
 * Before validation: identifies the user, checks that the request came from our own pages, and that the user may do
 * this in any account at all.
 */
export function guardOf(portal: AppContext, endpoint: AnyEndpoint) {
  const { guard } = endpoint
  const writes = endpoint.method !== 'GET'
  return async function checkGuard(request: FastifyRequest, _reply: FastifyReply): Promise<void> {
    const session = await portal.identify(request)
    request.session = session
    consumeRateLimits(portal, endpoint, request)
    if (session?.token && !endpoint.countedApart) for (const check of portal.tokenCallChecks) await check(session)
    if (session && writes) checkCsrf(portal, request, session)
    if (guard === 'anyone') return
    if (!session) throwProblem(kitProblems['sign-in-required'])
    if (session.impersonator && endpoint.forbiddenWhileImpersonating)
      throwProblem(kitProblems['not-while-impersonating'])
    if (writes && session.readOnly && !endpoint.allowedInReadOnlySession) throwProblem(kitProblems['read-only-session'])
    if (guard === 'signed-in') {
      if (session.token?.permissions)
        throwProblem(kitProblems['access-denied'], { permission: 'of a session or an unrestricted token' })
      return
    }
    if (!hasPermission(session, guard)) throwProblem(kitProblems['access-denied'], { permission: guard.name })
  }
}

/** Before anything else is done for the request; exports have a separate limit over all lists. */
function consumeRateLimits({ limits }: AppContext, { name, limit, csv }: AnyEndpoint, request: FastifyRequest): void {
  const who = request.session?.userId ?? networkOf(request.ip)
  if (limit) limits?.take(limit, `${name} ${who}`)
  if (csv && wantsCsv(request)) limits?.take(EXPORT_LIMIT, `export ${who}`)
}

/** Cross-site request forgery: a cookie session must send its token, and the browser must not name another site. */
function checkCsrf(portal: AppContext, request: FastifyRequest, session: Session): void {
  if (session.csrfTokens === undefined) return
  const { origin } = request.headers
  const site = request.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throwProblem(kitProblems['csrf-check-failed'])
  if (origin !== undefined && !isSameOrigin(portal, request, origin)) throwProblem(kitProblems['csrf-check-failed'])
  const csrfToken = String(request.headers['x-xsrf-token'] ?? '')
  if (!session.csrfTokens.some((token) => sameSecret(csrfToken, token))) throwProblem(kitProblems['csrf-check-failed'])
}

/** Whether a browser's Origin is this portal or one that the configuration allows. */
export function isSameOrigin(
  portal: Pick<AppContext, 'config'>,
  request: { headers: { host?: string | undefined } },
  origin: string,
): boolean {
  const { publicUrl, allowedOrigins } = portal.config
  if (publicUrl) return origin === new URL(publicUrl).origin || allowedOrigins.includes(origin)
  return origin === `http://${request.headers.host}` || allowedOrigins.includes(origin)
}

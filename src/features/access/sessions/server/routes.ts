import { sql } from 'kysely'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import { pageOperation } from '#kit/server/describe/page-operation.ts'
import { encryptorFor } from '#kit/server/encryption.ts'
import { respond } from '#kit/server/handler-response.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { defineJob, taskOf } from '#kit/server/job.ts'
import { halPage } from '#kit/server/list/hal-list.ts'
import type { AppContext, Feature } from '#kit/server/portal.ts'
import { actorOfRequest } from '#kit/server/serve/request-context.ts'
import { registerCommand, serve } from '#kit/server/serve/serve.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import type { Session } from '#kit/server/session.ts'
import { endMySession, listMySessions, logout, refreshSession, sessionProblems } from '../contract.ts'
import { cookieNames } from './cookie-names.ts'
import { endSession } from './end-session.ts'
import { sessionsOf } from './list-sessions.ts'
import { refresh } from './refresh.ts'
import { clearSession, setSessionCookies } from './session-cookies.ts'
import { sessionHours } from './session-hours.ts'
import { csrfTokenOf } from './session-token.ts'

/** Sessions: refreshing, ending, listing one's own. Identity-providers starts them. */
export const sessionsFeature: Feature = {
  name: 'sessions',
  settings: [sessionHours],
  serve(portal) {
    serveRefresh(portal)
    serveLogout(portal)
    serveOwnSessions(portal)
  },
  tasks: ({ db }) => [
    taskOf(defineJob('sessions.purge'), {
      cron: '17 3 * * *',
      // Ended sessions are stored for a quarter of a year: new devices are detected by them.
      run: async () => void (await sql`delete from sessions where ends_at < now() - interval '90 days'`.execute(db)),
    }),
  ],
}

function serveRefresh(portal: AppContext): void {
  const encrypt = encryptorFor(portal.config)
  registerCommand(portal, refreshSession, async ({ tx, session, request, reply }) => {
    const token = request.cookies[cookieNames(portal.config).access]
    if (!session.sessionId || !token) throwProblem(kitProblems['sign-in-required'])
    const refreshResult = await refresh(tx, encrypt, session.sessionId, token)
    setSessionCookies(reply, portal.config, {
      token: refreshResult.token,
      csrfToken: csrfTokenOf(encrypt, session.sessionId),
    })
    return respond({ expires_in: refreshResult.expiresIn, refresh_count: refreshResult.refreshCount })
  })
}

const signOutByLink = pageOperation({
  name: 'signOutByLink',
  url: '/logout',
  summary: 'Sign out, then go to the sign-in page',
})

function serveLogout(portal: AppContext): void {
  registerCommand(portal, logout, async ({ tx, session, request, reply }) => {
    const id = ownSessionId(session)
    if (id) await endSession(tx, { id, why: 'logout', actor: actorOfRequest(request) })
    clearSession(reply, portal.config)
    return undefined
  })
  // Not under /api, and changes state by GET as part 1 §7 requires: SameSite keeps out images and frames of other
  // sites.
  portal.operations.push(signOutByLink)
  portal.http.get(signOutByLink.url, { config: { operation: signOutByLink.name } }, async (request, reply) => {
    const session = await portal.identify(request)
    const id = session && ownSessionId(session)
    request.session = session
    if (id)
      await inTransaction(portal.db, (tx) => endSession(tx, { id, why: 'logout', actor: actorOfRequest(request) }))
    clearSession(reply, portal.config)
    return reply.redirect('/signin?reason=signed-out', 303)
  })
}

/** An impersonator signs out of both: the impersonated session ends with their own. */
function ownSessionId({ sessionId, impersonator }: Session): string | undefined {
  return impersonator?.sessionId ?? sessionId
}

function serveOwnSessions(portal: AppContext): void {
  serve(portal, listMySessions, async ({ session, request }) => {
    const rows = await sessionsOf(portal.db, session)
    const page = { query: { page: 0, size: Math.max(rows.length, 1) }, request }
    return halPage(page, 'sessions', {
      rows,
      total: { count: rows.length },
      lastUpdateTime:
        rows
          .map(({ lastSeenAt }) => lastSeenAt)
          .sort()
          .at(-1) ?? null,
    })
  })
  registerCommand(portal, endMySession, async ({ tx, session, params, request }) => {
    const own = await tx
      .selectFrom('sessions')
      .select('id')
      .where('id', '=', params.id)
      .where('user_id', '=', session.userId)
      .executeTakeFirst()
    const isEnded =
      own && (await endSession(tx, { id: own.id, why: 'ended-elsewhere', actor: actorOfRequest(request) }))
    if (!isEnded) throwProblem(sessionProblems['session-not-found'])
    return undefined
  })
}

import { sql } from 'kysely'
import { sessionProblems } from '#features/access/sessions/contract.ts'
import { endSession, endSessionsOf } from '#features/access/sessions/server/index.ts'
import { endUserSessions } from '#features/users/managed-users/contract.ts'
import { lockUser, type ManagedUser, requireCanManage, userWhere } from '#features/users/managed-users/server/index.ts'
import { tokenProblems } from '#features/users/users/contract.ts'
import { endAccessOf, findTokensOf, revokeTokenOf } from '#features/users/users/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { halPage, halSinglePage } from '#kit/server/list/hal-list.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { actorOfRequest } from '#kit/server/serve/request-context.ts'
import { registerCommand, serve } from '#kit/server/serve/serve.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import type { Session } from '#kit/server/session.ts'
import {
  endSessionOfUser,
  endSessionsOfUser,
  listSessionsOfUser,
  listTokensOfUser,
  revokeTokenOfUser,
} from '../contract.ts'
import { updateDirectory } from './update-directory.ts'

/** The sessions of a user, and ending them. */
export function serveSessions(portal: AppContext): void {
  serve(portal, listSessionsOfUser, async (call) => {
    const user = await inTransaction(portal.db, (tx) => ownOrManaged(tx, call.session, call.params.id))
    const rows = await portal.db
      .selectFrom('sessions')
      .select(['id', 'device', 'address', 'created_at', 'last_seen_at', 'impersonator_id'])
      .where('user_id', '=', user.id)
      .where('ended_at', 'is', null)
      .where('expires_at', '>', sql<Date>`now()`)
      .orderBy('created_at', 'desc')
      .execute()
    const sessions = rows.map((row) => ({
      id: row.id,
      device: row.device,
      address: row.address,
      startedAt: row.created_at.toISOString(),
      lastSeenAt: row.last_seen_at.toISOString(),
      impersonated: row.impersonator_id !== null,
    }))
    const page = { query: { page: 0, size: Math.max(rows.length, 1) }, request: call.request }
    const newest = rows[0]?.created_at ?? null
    return halPage(page, 'sessions', { rows: sessions, total: { count: rows.length }, lastUpdateTime: newest })
  })

  registerCommand(portal, endSessionOfUser, async ({ tx, session, params, request }) => {
    const user = await ownOrManaged(tx, session, params.id)
    const { rows } = await sql`select 1 from sessions where id = ${params.session} and user_id = ${user.id}`.execute(tx)
    const hasEnded =
      rows.length > 0 &&
      (await endSession(tx, { id: params.session, why: 'administrator', actor: actorOfRequest(request) }))
    if (!hasEnded) throwProblem(sessionProblems['session-not-found'])
    return undefined
  })

  serve(portal, listTokensOfUser, async (call) => {
    const user = await inTransaction(portal.db, (tx) => ownOrManaged(tx, call.session, call.params.id))
    return halSinglePage(call, 'tokens', await findTokensOf(portal.db, user.id))
  })

  registerCommand(portal, revokeTokenOfUser, async ({ tx, session, params, request }) => {
    const user = await ownOrManaged(tx, session, params.id)
    if (!(await revokeTokenOf(tx, { userId: user.id, id: Number(params.token), actor: actorOfRequest(request) })))
      throwProblem(tokenProblems['token-not-found'])
    return undefined
  })

  registerCommand(portal, endSessionsOfUser, async ({ tx, session, params, request }) => {
    const user = await ownOrManaged(tx, session, params.id)
    const actor = actorOfRequest(request)
    // Users who sign themselves out keep their tokens, which they see in their profile.
    if (user.id === session.userId) await endSessionsOf(tx, { userId: user.id, why: 'administrator', actor })
    else await endAccessOf(tx, { userId: user.id, actor })
    await updateDirectory(portal, tx, user, 'endSessions', session.actor.fullName)
    return undefined
  })
}

async function ownOrManaged(tx: Tx, session: Session, id: string): Promise<ManagedUser> {
  if (id === session.actor.id) return (await userWhere(tx, sql`u.id = ${session.userId}`))!
  const user = await lockUser(tx, session, id)
  requireCanManage(session, endUserSessions, user)
  return user
}

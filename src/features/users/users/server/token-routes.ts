import type { Selectable } from 'kysely'
import type { ApiTokens } from '#database/schema.generated.ts'
import { hashOf, newToken } from '#features/access/sessions/server/index.ts'
import { deleteApiTokens, insertApiToken } from '#features/access/user-records/server/index.ts'
import { reAuthenticate } from '#features/users/passwords/server/index.ts'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import { throwFieldProblem, throwProblem } from '#kit/server/http-problem.ts'
import { halPage } from '#kit/server/list/hal-list.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { registerCommand, serve } from '#kit/server/serve/serve.ts'
import type { Session } from '#kit/server/session.ts'
import { createMyToken, listMyTokens, revokeMyToken, tokenCreated, tokenProblems, tokenRevoked } from '../contract.ts'
import { rightNamed } from './permission-named.ts'

const LONGEST_MS = 366 * 86_400_000

/** Serves one's own API tokens. */
export function serveTokens(portal: AppContext): void {
  serve(portal, listMyTokens, async ({ session, request }) => {
    const rows = await portal.db
      .selectFrom('api_tokens')
      .selectAll()
      .where('user_id', '=', session.userId)
      .orderBy('id', 'desc')
      .execute()
    return halPage({ query: { page: 0, size: Math.max(rows.length, 1) }, request }, 'tokens', {
      rows: rows.map(tokenRow),
      total: { count: rows.length },
      lastUpdateTime: rows[0]?.created_at ?? null,
    })
  })

  registerCommand(portal, createMyToken, async ({ tx, session, body, request, record }) => {
    await reAuthenticate(portal.db, session, request.ip)
    const permissions = body.permissions ?? null
    for (const permission of permissions ?? []) requireHeld(portal, session, permission)
    const expiresAt = new Date(body.expiresAt)
    if (expiresAt.getTime() <= Date.now()) throwFieldProblem('expiresAt', 'must be in the future')
    if (expiresAt.getTime() > Date.now() + LONGEST_MS) throwFieldProblem('expiresAt', 'must be within a year')
    const token = `hdt_${newToken()}`
    const values = { user_id: session.userId, name: body.name, hash: hashOf(token), permissions, expires_at: expiresAt }
    const row = await insertApiToken(tx, values)
    await record(tokenCreated, { subject: session.userId, data: { token: row.id, name: row.name, permissions } })
    return { ...tokenRow(row), token }
  })

  registerCommand(portal, revokeMyToken, async ({ tx, session, params, record }) => {
    if (!session.sessionId || session.impersonator) throwProblem(kitProblems['reauthentication-required'])
    const [gone] = await deleteApiTokens(tx, { userId: session.userId, id: Number(params.id) })
    if (!gone) throwProblem(tokenProblems['token-not-found'])
    await record(tokenRevoked, { subject: session.userId, data: { token: gone.id, name: gone.name } })
    return undefined
  })
}

/** A token is narrowed to permissions that exist and that its holder has. */
function requireHeld(portal: AppContext, session: Session, name: string): void {
  if (!rightNamed(portal.endpoints, session.actor, name))
    throwProblem(tokenProblems['token-permission-unknown'], { permission: name })
}

function tokenRow(row: Selectable<ApiTokens>) {
  return {
    id: String(row.id),
    name: row.name,
    permissions: row.permissions,
    expiresAt: row.expires_at.toISOString(),
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  }
}

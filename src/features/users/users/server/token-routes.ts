import { createApiToken } from '#features/access/tokens/server/index.ts'
import { reAuthenticate } from '#features/users/passwords/server/index.ts'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import { throwFieldProblem, throwProblem } from '#kit/server/http-problem.ts'
import { halSinglePage } from '#kit/server/list/hal-list.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { actorOfRequest } from '#kit/server/serve/request-context.ts'
import { registerCommand, serve } from '#kit/server/serve/serve.ts'
import type { Session } from '#kit/server/session.ts'
import { createMyToken, listMyTokens, revokeMyToken, tokenCreated, tokenProblems } from '../contract.ts'
import { rightNamed } from './permission-named.ts'
import { revokeTokenOf } from './revoke-tokens.ts'
import { findTokensOf, tokenRow } from './token-rows.ts'

const LONGEST_MS = 366 * 86_400_000

/** Serves one's own API tokens. */
export function serveTokens(portal: AppContext): void {
  serve(portal, listMyTokens, async (call) =>
    halSinglePage(call, 'tokens', await findTokensOf(portal.db, call.session.userId)),
  )

  registerCommand(portal, createMyToken, async ({ tx, session, body, request, record }) => {
    await reAuthenticate(portal.db, session, request.ip)
    const permissions = body.permissions ?? null
    for (const permission of permissions ?? []) requireHeld(portal, session, permission)
    const expiresAt = new Date(body.expiresAt)
    if (expiresAt.getTime() <= Date.now()) throwFieldProblem('expiresAt', 'must be in the future')
    if (expiresAt.getTime() > Date.now() + LONGEST_MS) throwFieldProblem('expiresAt', 'must be within a year')
    const values = { user_id: session.userId, name: body.name, permissions, expires_at: expiresAt }
    const { token, row } = await createApiToken(tx, values)
    await record(tokenCreated, { subject: session.userId, data: { token: row.id, name: row.name, permissions } })
    return { ...tokenRow(row), token }
  })

  registerCommand(portal, revokeMyToken, async ({ tx, session, params, request }) => {
    if (!session.sessionId || session.impersonator) throwProblem(kitProblems['reauthentication-required'])
    const mine = { userId: session.userId, id: Number(params.id), actor: actorOfRequest(request) }
    if (!(await revokeTokenOf(tx, mine))) throwProblem(tokenProblems['token-not-found'])
    return undefined
  })
}

/** A token is narrowed to permissions that exist and that its holder has. */
function requireHeld(portal: AppContext, session: Session, name: string): void {
  if (!rightNamed(portal.endpoints, session.actor, name))
    throwProblem(tokenProblems['token-permission-unknown'], { permission: name })
}

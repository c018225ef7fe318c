import { sql } from 'kysely'
import { csrfTokenOf, endSession, reopenOwnSession, setSessionCookies } from '#features/access/sessions/server/index.ts'
import { impersonationChanged } from '#features/users/users/contract.ts'
import type { Tx } from '#kit/server/database.ts'
import { encryptorFor } from '#kit/server/encryption.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { actorOfRequest, type CommandContext } from '#kit/server/serve/request-context.ts'
import { type exitImpersonation, impersonationEnded, impersonationProblems } from '../contract.ts'

/** Ends the impersonation: the browser gets its user's own session again, where it is still valid. */
export async function endImpersonation(
  portal: AppContext,
  call: CommandContext<typeof exitImpersonation>,
): Promise<undefined> {
  const { tx, session, request, reply } = call
  if (!session.impersonator || !session.sessionId) throwProblem(impersonationProblems['impersonation-none'])
  await closeImpersonation(tx, session.sessionId, 'exit')
  for (const sessionId of [session.sessionId, session.impersonator.sessionId])
    await portal.live.publish(tx, {
      topic: impersonationChanged,
      to: { sessionId },
      body: { status: false },
      requestId: request.id,
    })
  // Two requests at once end it once.
  if (!(await endSession(tx, { id: session.sessionId, why: 'impersonation-over', actor: actorOfRequest(request) })))
    throwProblem(impersonationProblems['impersonation-none'])
  await call.record(impersonationEnded, { subject: session.userId, data: { why: 'exit' } })
  const own = await reopenOwnSession(tx, session.impersonator.sessionId)
  if (!own) return
  const csrfToken = csrfTokenOf(encryptorFor(portal.config), own.id)
  setSessionCookies(reply, portal.config, { token: own.token, csrfToken })
}

/** Records that it is over, once; returns whether this call ended it. */
export async function closeImpersonation(
  tx: Tx,
  sessionId: string,
  why: 'exit' | 'logout' | 'expired' | 'revoked',
): Promise<boolean> {
  const update = await tx
    .updateTable('impersonations')
    .set({ ended_at: sql<Date>`now()`, ended_why: why })
    .where('session_id', '=', sessionId)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return update !== undefined
}

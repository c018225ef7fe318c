import { sql } from 'kysely'
import { csrfTokenOf, endSession, reopenOwnSession, setSessionCookies } from '#features/sessions/server/index.ts'
import { impersonationChanged } from '#features/users/contract.ts'
import type { Tx } from '#kit/server/database.ts'
import type { Portal } from '#kit/server/portal.ts'
import { refuse } from '#kit/server/refusal.ts'
import { sealOf } from '#kit/server/seal.ts'
import { doerOf, type WriteCall } from '#kit/server/serve/call.ts'
import { type exitImpersonation, impersonationEnded, impersonationProblems } from '../contract.ts'

/** Back to being oneself: the browser gets its person's own session again, where that still lasts. */
export async function exit(portal: Portal, call: WriteCall<typeof exitImpersonation>): Promise<undefined> {
  const { tx, session, request, reply } = call
  if (!session.impersonator || !session.sessionId) refuse(impersonationProblems['impersonation-none'])
  await closeImpersonation(tx, session.sessionId, 'exit')
  for (const sessionId of [session.sessionId, session.impersonator.sessionId])
    await portal.live.publish(tx, {
      topic: impersonationChanged,
      to: { sessionId },
      body: { status: false },
      requestId: request.id,
    })
  // Asked twice at once it is over once.
  if (!(await endSession(tx, { id: session.sessionId, why: 'impersonation-over', doer: doerOf(request) })))
    refuse(impersonationProblems['impersonation-none'])
  await call.record(impersonationEnded, { subject: session.personId, data: { why: 'exit' } })
  const own = await reopenOwnSession(tx, session.impersonator.sessionId)
  if (!own) return
  const csrfToken = csrfTokenOf(sealOf(portal.config), own.id)
  setSessionCookies(reply, portal.config, { token: own.token, csrfToken })
}

/** Writes down that it is over, once; answers whether it was not yet. */
export async function closeImpersonation(
  tx: Tx,
  sessionId: string,
  why: 'exit' | 'logout' | 'expired' | 'revoked',
): Promise<boolean> {
  const closed = await tx
    .updateTable('impersonations')
    .set({ ended_at: sql<Date>`now()`, ended_why: why })
    .where('session_id', '=', sessionId)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return closed !== undefined
}

import { kitProblems } from '#kit/contract/kit-problems.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { Session } from '#kit/server/session.ts'

const FRESH_MS = 10 * 60_000

/** Rejects unless the user proved their identity within ten minutes, in this session. Tokens and impersonators never pass. */
export function requireFreshSession(session: Session): void {
  requireOwnSession(session)
  const provedAt = session.authenticatedAt?.getTime() ?? 0
  if (provedAt < Date.now() - FRESH_MS) throwProblem(kitProblems['reauthentication-required'])
}

/** Rejects tokens and impersonators. */
export function requireOwnSession(session: Session): void {
  if (!session.sessionId || session.impersonator) throwProblem(kitProblems['reauthentication-required'])
}
